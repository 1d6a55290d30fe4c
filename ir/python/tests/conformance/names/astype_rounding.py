"""Conversions between floats rounded towards zero, down, up and away, which need 13.4."""
# launch: to_zero [{"t":"float32", "shape":[64]}, {"t":"float64", "shape":[64]}, {"i":16}]
# launch: down [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: up [{"t":"float32", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":16}]
# launch: away [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: to_half_down [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: approximate [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def to_zero(x, y, N: Const):
    a = ct.load(y, (0,), (N,)).astype(ct.float32, rounding_mode=RoundingMode.RZ)
    b = a.astype(ct.float16, rounding_mode=RoundingMode.RZ).astype(ct.float32)
    c = a.astype(ct.bfloat16, rounding_mode=RoundingMode.RZ).astype(ct.float32)
    ct.store(x, (0,), a + b + c)


@ct.kernel
def down(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(ct.float32, rounding_mode=RoundingMode.RM))


@ct.kernel
def up(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(ct.float32, rounding_mode=RoundingMode.RP))


@ct.kernel
def away(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(ct.float32, rounding_mode=RoundingMode.RA))


@ct.kernel
def to_half_down(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)).astype(ct.float16, rounding_mode=RoundingMode.RM).astype(ct.float32))


@ct.kernel
def approximate(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)).astype(ct.float16, rounding_mode=RoundingMode.APPROX).astype(ct.float32))
