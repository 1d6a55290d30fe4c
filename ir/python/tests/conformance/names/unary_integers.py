"""Functions of one operand."""
# launch: integers [{"t":"int32", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def integers(x, u, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(u, (0,), (N,))
    r = abs(a) + ct.bitwise_not(a) + ~a - a
    r = r + (~b).astype(ct.int32) + ct.negative(a)
    f = ct.exp(a) + ct.sqrt(b.astype(ct.int32)) + ct.sin(a > 2)
    m = not (ct.bid(0) > 3)
    r = r + f.astype(ct.int32) + ct.where(m, 1, 2)
    ct.store(out, (0,), r)
