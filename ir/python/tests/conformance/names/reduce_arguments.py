"""Reductions and scans."""
# launch: arguments [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":8}, {"i":16}]
# launch: arguments [{"t":"float16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def arguments(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    r = ct.argmax(a, 1, keepdims=True) + ct.argmin(a, 0) + ct.argmax(b, 0, propagate_nan=False)
    r = r + ct.argmax(a) + ct.argmin(b, keepdims=True) + ct.argmax(b, 1, keepdims=True, propagate_nan=True)
    ct.store(out, (0, 0), r)
