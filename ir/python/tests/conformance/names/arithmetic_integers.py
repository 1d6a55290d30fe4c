"""Operators and the functions of cuda.tile behind them."""
# launch: integers [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":16}]
# launch: integers [{"t":"int64", "shape":[500]}, {"t":"int64", "shape":[500]}, {"t":"int64", "shape":[500]}, {"i":16}]
# launch: integers [{"t":"uint8", "shape":[512], "align":1}, {"t":"uint8", "shape":[512]}, {"t":"uint8", "shape":[512]}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def integers(x, y, out, N: Const):
    i = ct.bid(0)
    a = ct.load(x, (i,), (N,))
    b = ct.load(y, (i,), (N,))
    r = a + b - 3 * a
    r = r // b + a % b + ct.cdiv(a, b)
    r = r + (a & b) + (a | 7) + (a ^ b) + (a << 2) + (b >> 1) + ~a - (-b)
    q, m = divmod(a, b)
    r = r + q * m + min(a, b) + max(a, 5) + abs(a)
    r = ct.where(a < b, r, ct.where(a == b, r + 1, r - 1))
    r = ct.where((a >= b) & (a != 0), r, ct.maximum(r, ct.minimum(a, b)))
    ct.store(out, (i,), r)
