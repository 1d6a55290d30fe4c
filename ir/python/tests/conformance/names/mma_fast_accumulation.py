"""Products of f8 that may accumulate in fewer bits (13.3 on)."""
# launch: fast [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: fast [{"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: fast [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def fast(x, y, z, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    acc = ct.mma(a, b, ct.zeros((N, N), z.dtype), use_fast_acc=False)
    ct.store(z, (0, 0), ct.mma(a, b, acc, use_fast_acc=True))
