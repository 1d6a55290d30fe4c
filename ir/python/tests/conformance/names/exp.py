"""`exp`, of every kind of number, exact and approximate."""
# launch: exp [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: exp [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: approximate [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: approximate [{"t":"float16", "shape":[64]}, {"i":16}]
# launch: unsupported_mode [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def exp(x, y, z, s, N: Const):
    a = ct.exp(ct.load(x, (0,), (N,)))
    b = ct.exp(ct.load(y, (0,), (N,)))
    c = ct.exp(ct.load(z, (0,), (N,)))
    ct.store(x, (0,), (a + ct.exp(s) + ct.exp(0.5)).astype(x.dtype))
    ct.store(y, (0,), b + ct.exp(True))
    ct.store(z, (0,), c.astype(z.dtype))


@ct.kernel
def approximate(x, N: Const):
    a = ct.load(x, (0,), (N,))
    a = ct.exp(a, rounding_mode=RoundingMode.FULL)
    a = ct.exp(a, rounding_mode=RoundingMode.APPROX)
    ct.store(x, (0,), ct.exp(a, rounding_mode=None))


@ct.kernel
def unsupported_mode(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.exp(a, rounding_mode=RoundingMode.RN))
