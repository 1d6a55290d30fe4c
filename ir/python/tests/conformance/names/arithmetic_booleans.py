"""Operators and the functions of cuda.tile behind them."""
# launch: booleans [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def booleans(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    p = (a < b) | (a == 3)
    q = p & ~(b > 2) ^ (a >= 1)
    r = ct.where(q, a, b) + q.astype(ct.int32)
    r = r + ct.equal(a, b) + ct.bitwise_not(q)
    ct.store(out, (0,), r)
