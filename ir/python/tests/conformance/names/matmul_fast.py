"""Products of matrices."""
# launch: fast [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def fast(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(out, (0, 0), ct.mma(a, b, ct.zeros((N, N), ct.float32), use_fast_acc=True))
