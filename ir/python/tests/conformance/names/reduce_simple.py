"""Reductions and scans."""
# launch: simple [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
# launch: simple [{"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def simple(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.sum(a, 1, keepdims=True) + ct.prod(a, axis=0) + ct.max(a, (0, 1)) + ct.min(a)
    r = r + ct.sum(a, -1, keepdims=True) + ct.max(a, 0, propagate_nan=True)
    ct.store(out, (0, 0), r)
