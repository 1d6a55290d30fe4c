"""Products with accumulation: every pair of data types."""
# launch: mma [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"bfloat16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"bfloat16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float64", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"int8", "shape":[64, 64]}, {"t":"int8", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"uint8", "shape":[64, 64]}, {"t":"int8", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":16}]
# launch: mma [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"i":16}]
# launch: tensor_float [{"t":"float32", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def mma(x, y, z, N: Const):
    acc = ct.zeros((N, N), z.dtype)
    for k in range(ct.num_tiles(x, 1, (N, N))):
        acc = ct.mma(ct.load(x, (0, k), (N, N)), ct.load(y, (k, 0), (N, N)), acc)
    ct.store(z, (0, 0), ct.mma(ct.load(x, (0, 0), (N, N)), ct.load(y, (0, 0), (N, N)), acc=acc))


@ct.kernel
def tensor_float(x, N: Const):
    a = ct.load(x, (0, 0), (N, N)).astype(ct.tfloat32)
    ct.store(x, (0, 0), ct.mma(a, a, ct.zeros((N, N), ct.float32)))
