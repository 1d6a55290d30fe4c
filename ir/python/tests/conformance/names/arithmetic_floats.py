"""Operators and the functions of cuda.tile behind them."""
# launch: floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
# launch: floats [{"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":16}]
# launch: floats [{"t":"float64", "shape":[511]}, {"t":"float64", "shape":[511], "align":8}, {"t":"float64", "shape":[511]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def floats(x, y, out, N: Const):
    i = ct.bid(0)
    a = ct.load(x, (i,), (N,))
    b = ct.load(y, (i,), (N,))
    r = a * b + a
    r = r - a * 2.5
    r = a - b * r
    r = r / b + a // b + a % b + a ** 2 + a ** b
    r = ct.maximum(r, b, propagate_nan=True) + ct.minimum(a, 1.0)
    r = ct.where(a > b, r, 0.0) + ct.where(a != b, 1, 2)
    ct.store(out, (i,), r)
