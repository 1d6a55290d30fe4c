"""Functions of one operand, with rounding and flushing."""
# launch: functions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def functions(x, y, T: Int):
    """Functions of one operand, with rounding and flushing."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.exp(a) + ct.exp2(a, flush_to_zero=True) + ct.log(a) + ct.log2(a)
    c = ct.sin(a) * ct.cos(a) + ct.tanh(a) - ct.sqrt(a, rounding_mode=ct.RoundingMode.APPROX)
    d = ct.rsqrt(a) + ct.floor(a) + ct.ceil(a) + abs(a) - (-a)
    e = ct.truediv(b, c, rounding_mode=ct.RoundingMode.APPROX, flush_to_zero=True)
    f = ct.maximum(d, e, propagate_nan=True) + ct.minimum(d, 0.0)
    g = ct.where(ct.isnan(f), 0.0, f) ** 2.0
    ct.store(y, (i,), g)
