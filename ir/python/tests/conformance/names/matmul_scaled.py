"""Products of matrices."""
# launch: scaled [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 2]}, {"t":"float8_e8m0fnu", "shape":[2, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":64}, {"i":2}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def scaled(x, y, xs, ys, out, N: Const, S: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    p = ct.load(xs, (0, 0), (N, S))
    q = ct.load(ys, (0, 0), (S, N))
    ct.store(out, (0, 0), ct.mma_scaled(a, p, b, q, ct.zeros((N, N), ct.float32)))
