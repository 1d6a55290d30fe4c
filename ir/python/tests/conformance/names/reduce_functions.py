"""Reductions and scans."""
# launch: functions [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


def combine(a, b, c, d):
    return a + c, b * d


@ct.kernel
def functions(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    p, q = ct.reduce((a, b), 1, combine, (0.0, 1.0))
    r = ct.reduce(a, 0, lambda u, v: ct.maximum(u, v), 0.0, keepdims=True)
    s = ct.scan(a, 1, lambda u, v: u + v, 0, reverse=True)
    t, w = ct.scan((a, b), 0, combine, (0, 1))
    ct.store(out, (0, 0), (p + q).reshape((M, 1)) + r + s + t + w)
