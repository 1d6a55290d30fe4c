"""Where the least elements are."""
# launch: argmin [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: argmin [{"t":"float16", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: argmin [{"t":"int8", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: argmin [{"t":"uint32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: argmin [{"t":"bool", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: not_a_number [{"t":"float64", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: not_a_number [{"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: two_axes [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def argmin(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.argmin(a, axis=0, keepdims=True) + ct.argmin(a, 1, keepdims=True) + ct.argmin(a)
    ct.store(out, (0, 0), b + ct.argmin(a, -1).reshape((M, 1)) + ct.argmin(a, None, keepdims=True))


@ct.kernel
def not_a_number(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    ct.store(out, (0, 0), ct.argmin(a, 0, keepdims=True, propagate_nan=True))


@ct.kernel
def two_axes(x, out, N: Const):
    ct.store(out, (0, 0), ct.argmin(ct.load(x, (0, 0), (N, N)), (0, 1)))
