"""Reading a tile: index and shape as tuples and numbers, shapes of every rank."""
# launch: load [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[16, 16, 16]}, {"i":3}, {"i":16}]
# launch: load [{"t":"int8", "shape":[500]}, {"t":"bfloat16", "shape":[60, 60]}, {"t":"float64", "shape":[15, 15, 15]}, {"i":3}, {"i":4}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: wrong_shape [{"t":"float32", "shape":[64]}, {"i":12}]
# launch: not_constant [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: float_index [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: unsigned_index [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[4]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load(x, y, z, i, N: Const):
    a = ct.load(x, i, N) + ct.load(x, (i + 1,), (N,)) + ct.load(x, index=ct.bid(0), shape=N)
    b = ct.load(y, (i, 0), (1, N)) + ct.load(y, (0, i), shape=(1, N))
    c = ct.load(z, (i, 0, ct.bid(1)), (1, 1, N))
    ct.store(x, (0,), a + b.reshape((N,)).astype(x.dtype) + c.reshape((N,)).astype(x.dtype))


@ct.kernel
def wrong_rank(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0,), (N, N)))


@ct.kernel
def wrong_shape(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def not_constant(x, n):
    ct.store(x, (0,), ct.load(x, (0,), (n,)))


@ct.kernel
def float_index(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0.5,), (N,)))


@ct.kernel
def unsigned_index(x, y, N: Const):
    i = ct.load(y, (0,), ()).astype(ct.uint32)
    ct.store(x, (0,), ct.load(x, (i,), (N,)))
