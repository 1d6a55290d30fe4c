"""Multiplications and additions that become one operation, and some that do not."""
# launch: fused [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def fused(x, y, T: Int):
    """Multiplications and additions that become one operation, and some that do not."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.load(y, (i,), (T,))
    p = a * b
    c = p + a
    d = b - a * 2.0
    e = a * 3.0 - b
    q = a * a
    f = q + q
    g = ct.add(ct.mul(a, b, rounding_mode=ct.RoundingMode.RZ), a)
    ct.store(y, (i,), c + d * e + f + g + p)
