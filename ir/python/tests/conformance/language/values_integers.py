"""Integer arithmetic, bits and shifts."""
# launch: integers [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def integers(p, q, n: int, T: Int):
    """Integer arithmetic, bits and shifts."""
    i = ct.bid(0)
    a = ct.load(p, (i,), (T,))
    b = ct.load(q, (i,), (T,))
    c = (a & b) | (a ^ 3)
    d = (a << 2) >> 1
    e = a // b + a % b - ct.cdiv(a, 4)
    f = min(n, 5) + max(n, 2) + abs(n) + (-n) + (~n)
    ct.store(q, (i,), c + d + e + f)
