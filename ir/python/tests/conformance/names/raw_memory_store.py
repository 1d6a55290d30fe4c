"""`store_offset` of an array's raw memory."""
# launch: store_offset [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: store_offset [{"t":"int64", "shape":[64]}, {"i":7}, {"i":16}]
# launch: store_offset [{"t":"uint8", "shape":[64]}, {"i":7}, {"i":16}]
# launch: narrowing [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_shape [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def store_offset(x, n, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int32)
    m.store_offset(o, 1)
    m.store_offset(o, ct.load(x, (0,), (N,)), mask=o < n, latency=3)
    m.store_offset(n, True)
    m.store_offset(o[:, None] * 4 + o, ct.load(x, (0,), (N,)), mask=(o < n)[:, None])


@ct.kernel
def narrowing(x, N: Const):
    x.get_raw_memory().store_offset(0, ct.zeros((), ct.float64))


@ct.kernel
def wrong_shape(x, N: Const):
    x.get_raw_memory().store_offset(0, ct.zeros((N,), ct.float32))
