"""Reductions of several tiles together."""
# launch: reduce_tuples [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: broadcast [{"t":"float32", "shape":[64, 64]}, {"t":"float16", "shape":[64]}, {"i":4}, {"i":8}]
# launch: three [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_identities [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_results [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_a_tuple [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_type [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


def best(a, i, b, j):
    take = (a > b) | ((a == b) & (i < j))
    return ct.where(take, a, b), ct.where(take, i, j)


@ct.kernel
def reduce_tuples(x, y, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    i = ct.load(y, (0, 0), (M, N))
    m, k = ct.reduce((a, i), 1, best, (float("-inf"), 0), keepdims=True)
    ct.store(x, (0, 0), m)
    ct.store(y, (0, 0), k)


@ct.kernel
def broadcast(x, y, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0,), (N,))
    p, q = ct.reduce((a, b), axis=0, func=lambda a0, b0, a1, b1: (a0 + a1, b0 * b1), identity=(0, 1), keepdims=True)
    ct.store(x, (0, 0), p + q)


@ct.kernel
def three(x, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.reduce((a, a * a, a > 0), 0, lambda a, b, c, d, e, f: (a + d, b + e, c & f), (0.0, 0.0, True))
    ct.store(x, (0,), ct.where(r[2], r[0], r[1]))


@ct.kernel
def wrong_identities(x, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.reduce((a, a), 0, lambda a, b, c, d: (a + c, b + d), (0.0,))
    ct.store(x, (0,), r[0])


@ct.kernel
def wrong_results(x, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.reduce((a, a), 0, lambda a, b, c, d: (a + c, b + d, a), (0.0, 0.0))
    ct.store(x, (0,), r[0])


@ct.kernel
def not_a_tuple(x, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.reduce((a, a), 0, lambda a, b, c, d: a + c, (0.0, 0.0))
    ct.store(x, (0,), r[0])


@ct.kernel
def wrong_type(x, y, N: Const):
    a, i = ct.load(x, (0,), (N,)), ct.load(y, (0,), (N,))
    r = ct.reduce((i, a), 0, lambda a, b, c, d: (b + d, a + c), (0, 0.0))
    ct.store(x, (0,), r[1])
