"""Products of matrices."""
# launch: operator [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: operator [{"t":"float64", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"t":"float64", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def operator(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    v = ct.load(x, (0, 0), (1, N)).reshape((N,))
    c = a @ b + ct.matmul(a, b)
    d = (a @ v).reshape((N, 1)) + v @ b + v @ v
    ct.store(out, (0, 0), c + d)
