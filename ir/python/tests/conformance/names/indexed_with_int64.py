"""`IndexedWithInt64`: arrays too large for 32-bit indices."""
# launch: wide [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: by_size [{"t":"int8", "shape":[3000000000]}, {"i":3}, {"i":16}]
# launch: by_stride [{"t":"float32", "shape":[4, 4], "stride":[1000000000, 1]}, {"i":3}, {"i":4}]
# launch: sliced [{"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomics [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: views [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def wide(x: ct.IndexedWithInt64, y, n, N: Const):
    for i in range(ct.num_tiles(x, 0, (N,))):
        ct.store(x, (i,), ct.load(y, (i,), (N,)) + x.shape[0])
    ct.scatter(x, ct.arange(N, dtype=ct.int32) * n, ct.gather(y, n))


@ct.kernel
def by_size(x, n, N: Const):
    ct.store(x, (n,), ct.load(x, (ct.bid(0) * n,), (N,)))
    for i in range(0, x.shape[0], N):
        ct.store(x, (i,), ct.load(x, (0,), (N,)))


@ct.kernel
def by_stride(x, n, N: Const):
    ct.store(x, (n, 0), ct.load(x, (0, n), (1, N)))
    print(x.strides)


@ct.kernel
def sliced(x: ct.IndexedWithInt64, n, N: Const):
    s = x.slice(0, n, n + N)
    ct.store(s, (0,), ct.load(s, (0,), (N,)) + s.shape[0])


@ct.kernel
def atomics(x: ct.IndexedWithInt64, n, N: Const):
    ct.atomic_add(x, ct.arange(N, dtype=ct.int32), n)


@ct.kernel
def views(x: ct.IndexedWithInt64, n, N: Const):
    v = x.tiled_view((1, N))
    v.store((n, 0), v.load((0, n)) + v.num_tiles(0))
    w = x.tiled_view((1, N), traversal_steps=(1, 4))
    w.store((n, 0), w.load((0, n)))
    i = ct.arange(N, dtype=ct.int32)
    ct.store_advanced_indexing(x, (i, ct.Slice(n, N)), ct.load_advanced_indexing(x, (i, ct.Slice(0, N))))
