"""Square roots, rounded every way."""
# launch: sqrt [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: sqrt [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"i":16}]
# launch: rounded [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: rounded [{"t":"float64", "shape":[64]}, {"i":16}]
# launch: approximate [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: approximate [{"t":"float64", "shape":[64]}, {"i":16}]
# launch: full [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def sqrt(x, y, z, N: Const):
    a = ct.sqrt(ct.load(x, (0,), (N,)))
    b = ct.sqrt(ct.load(y, (0,), (N,)))
    c = ct.sqrt(ct.load(z, (0,), (N,)))
    ct.store(x, (0,), a + ct.sqrt(2.0) + ct.sqrt(9))
    ct.store(y, (0,), b)
    ct.store(z, (0,), c.astype(z.dtype))


@ct.kernel
def rounded(x, N: Const):
    a = ct.load(x, (0,), (N,))
    a = ct.sqrt(a, rounding_mode=RoundingMode.RN) + ct.sqrt(a, rounding_mode=RoundingMode.RZ)
    a = ct.sqrt(a, rounding_mode=RoundingMode.RM) - ct.sqrt(a, rounding_mode=RoundingMode.RP)
    ct.store(x, (0,), a)


@ct.kernel
def approximate(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.sqrt(a, rounding_mode=RoundingMode.APPROX, flush_to_zero=True))


@ct.kernel
def full(x, N: Const):
    ct.store(x, (0,), ct.sqrt(ct.load(x, (0,), (N,)), rounding_mode=RoundingMode.FULL))
