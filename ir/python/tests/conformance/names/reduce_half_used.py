"""Reductions and scans."""
# launch: half_used [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def half_used(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    p, q = ct.reduce((a, b), 1, lambda a, b, c, d: (ct.minimum(a, c), ct.where(a < c, b, d)), (0.0, 1.0))
    ct.store(out, (0, 0), q.reshape((M, 1)) + a)
