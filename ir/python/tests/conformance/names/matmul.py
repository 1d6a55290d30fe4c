"""Products without accumulator, function and operator; vectors too."""
# launch: matmul [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"float32", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"float64", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"bfloat16", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"int8", "shape":[64, 64]}, {"t":"int8", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"i":16}]
# launch: matmul [{"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":16}]
# launch: vectors [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: batched [{"t":"bfloat16", "shape":[16, 64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"i":2}, {"i":16}]
# launch: wrong_shapes [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: by_a_scalar [{"t":"float16", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def matmul(x, y, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.matmul(a, b).astype(x.dtype) @ a)
    a @= b
    ct.store(y, (0, 0), (b @ a).astype(y.dtype))


@ct.kernel
def vectors(x, v, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(v, (0,), (N,))
    ct.store(v, (0,), a @ b + b @ a + b @ b)


@ct.kernel
def batched(x, y, B: Const, N: Const):
    a = ct.load(x, (0, 0, 0), (B, N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(x, (0, 0, 0), (a @ b) @ (b @ a))


@ct.kernel
def wrong_shapes(x, N: Const):
    a = ct.load(x, (0, 0), (N, 2 * N))
    ct.store(x, (0, 0), a @ a)


@ct.kernel
def by_a_scalar(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N)) @ 2.0)
