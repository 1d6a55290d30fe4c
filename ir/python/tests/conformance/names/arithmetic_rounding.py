"""Operators and the functions of cuda.tile behind them."""
# launch: rounding [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def rounding(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    r = ct.add(a, b, rounding_mode=RoundingMode.RZ)
    r = ct.sub(r, b, rounding_mode=RoundingMode.RM, flush_to_zero=True)
    r = ct.mul(r, b, rounding_mode=RoundingMode.RP)
    r = ct.truediv(r, b, rounding_mode=RoundingMode.APPROX, flush_to_zero=True)
    r = ct.truediv(r, a, rounding_mode=RoundingMode.FULL)
    p = ct.mul(a, b, flush_to_zero=True)
    r = ct.add(p, r, flush_to_zero=True)
    r = ct.maximum(r, a, flush_to_zero=True) + ct.atan2(a, b)
    ct.store(out, (0,), r)
