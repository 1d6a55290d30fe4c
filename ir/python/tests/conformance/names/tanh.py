"""`tanh`, of every kind of number, exact and approximate."""
# launch: tanh [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: tanh [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: approximate [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: approximate [{"t":"float16", "shape":[64]}, {"i":16}]
# launch: unsupported_mode [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def tanh(x, y, z, s, N: Const):
    a = ct.tanh(ct.load(x, (0,), (N,)))
    b = ct.tanh(ct.load(y, (0,), (N,)))
    c = ct.tanh(ct.load(z, (0,), (N,)))
    ct.store(x, (0,), (a + ct.tanh(s) + ct.tanh(0.5)).astype(x.dtype))
    ct.store(y, (0,), b + ct.tanh(True))
    ct.store(z, (0,), c.astype(z.dtype))


@ct.kernel
def approximate(x, N: Const):
    a = ct.load(x, (0,), (N,))
    a = ct.tanh(a, rounding_mode=RoundingMode.FULL)
    a = ct.tanh(a, rounding_mode=RoundingMode.APPROX)
    ct.store(x, (0,), ct.tanh(a, rounding_mode=None))


@ct.kernel
def unsupported_mode(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.tanh(a, rounding_mode=RoundingMode.RZ))
