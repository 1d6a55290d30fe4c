"""Reductions and scans."""
# launch: integers [{"t":"int32", "shape":[64, 64]}, {"t":"uint16", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def integers(x, u, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(u, (0, 0), (M, N))
    r = ct.sum(a > 3, 1, keepdims=True) + ct.max(a, 0) + ct.min(a, 0)
    r = r + (ct.max(b, 0) + ct.min(b, 1, keepdims=True)).astype(ct.int32) + ct.max(a < 2, 0)
    ct.store(out, (0, 0), r)
