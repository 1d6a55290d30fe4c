"""Scans by a function of one's own, of one tile and of several."""
# launch: scan [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: scan [{"t":"int64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: pair [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: linear [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: looping [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_axis [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def scan(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.scan(a, 0, lambda u, v: u + v, 0) + ct.scan(a, axis=-1, func=lambda u, v: max(u, v), identity=-1, reverse=True)
    ct.store(x, (0, 0), b)


@ct.kernel
def pair(x, y, N: Const):
    def later(a, i, b, j):
        return ct.where(a < b, b, a), ct.where(a < b, j, i)
    m, k = ct.scan((ct.load(x, (0,), (N,)), ct.load(y, (0,), (N,))), 0, later, (float("-inf"), -1))
    ct.store(x, (0,), m)
    ct.store(y, (0,), k)


@ct.kernel
def linear(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    _, r = ct.scan((a, b), 0, lambda a0, b0, a1, b1: (a0 * a1, a1 * b0 + b1), (1.0, 0.0))
    ct.store(x, (0,), r)


@ct.kernel
def looping(x, N: Const):
    def twice(u, v):
        for i in range(2):
            u = u + v
        return u
    ct.store(x, (0,), ct.scan(ct.load(x, (0,), (N,)), 0, twice, 0.0))


@ct.kernel
def wrong_axis(x, N: Const):
    ct.store(x, (0,), ct.scan(ct.load(x, (0,), (N,)), 1, lambda u, v: u + v, 0.0))
