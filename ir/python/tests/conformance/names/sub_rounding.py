"""Differences rounded every way, with and without denormals."""
# launch: rounded [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: rounded [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"i":16}]
# launch: flushed [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: flushed [{"t":"float16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: unsupported_mode [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: integers [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def rounded(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    a = ct.sub(a, b, rounding_mode=RoundingMode.RN)
    a = ct.sub(a, b, rounding_mode=RoundingMode.RZ)
    a = ct.sub(a, b, rounding_mode=RoundingMode.RM)
    a = ct.sub(a, b, rounding_mode=RoundingMode.RP)
    ct.store(x, (0,), a)


@ct.kernel
def flushed(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    a = ct.sub(a, b, flush_to_zero=True)
    ct.store(x, (0,), ct.sub(a, 2.0, rounding_mode=RoundingMode.RZ, flush_to_zero=True))


@ct.kernel
def unsupported_mode(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.sub(a, a, rounding_mode=RoundingMode.RA))


@ct.kernel
def integers(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.sub(a, a, rounding_mode=RoundingMode.RN).astype(x.dtype))
