"""`Slice`: a dense range of an advanced index."""
# launch: dense [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}]
# launch: held [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}]
# launch: of_floats [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: uneven [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def dense(x, n, N: Const):
    a = ct.load_advanced_indexing(x, (ct.arange(N, dtype=ct.int32), ct.Slice(n * N, N)))
    ct.store_advanced_indexing(x, (ct.Slice(n, N), ct.arange(N, dtype=ct.int32)), a)


def part(k, N):
    return ct.Slice(k, N)


@ct.kernel
def held(x, n, N: Const):
    s = part(n + 1, N)
    pair = (ct.arange(N, dtype=ct.int32), s)
    ct.store_advanced_indexing(x, pair, ct.load_advanced_indexing(x, pair) + 1)


@ct.kernel
def of_floats(x, N: Const):
    s = ct.Slice(0.5, N)
    ct.store(x, (0, 0), ct.load_advanced_indexing(x, (ct.arange(N, dtype=ct.int32), s)))


@ct.kernel
def uneven(x, N: Const):
    s = ct.Slice(0, N + 1)
    ct.store(x, (0, 0), ct.load_advanced_indexing(x, (ct.arange(N, dtype=ct.int32), s)))
