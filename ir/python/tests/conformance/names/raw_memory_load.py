"""`load_offset` of an array's raw memory."""
# launch: load_offset [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: load_offset [{"t":"int8", "shape":[64]}, {"i":7}, {"i":16}]
# launch: load_offset [{"t":"float64", "shape":[64]}, {"i":7}, {"i":16}]
# launch: two_dimensions [{"t":"float32", "shape":[64]}, {"i":4}, {"i":8}]
# launch: float_offset [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_mask [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_padding [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: unsigned [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_offset(x, n, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int64)
    a = m.load_offset(o) + m.load_offset(o, mask=o < n) + m.load_offset(o, mask=o < n, padding_value=1)
    a = a + m.load_offset(n) + m.load_offset(o, latency=2) + m.load_offset(o, mask=True, padding_value=m.load_offset(n))
    ct.store(x, (0,), a)


@ct.kernel
def two_dimensions(x, M: Const, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(M, dtype=ct.int32)[:, None] * N + ct.arange(N, dtype=ct.int32)
    ct.store(x, (0,), ct.sum(m.load_offset(o, mask=o > 3), axis=0))


@ct.kernel
def float_offset(x, N: Const):
    ct.store(x, (0,), x.get_raw_memory().load_offset(ct.arange(N, dtype=ct.float32)))


@ct.kernel
def wrong_mask(x, N: Const):
    o = ct.arange(N, dtype=ct.int32)
    ct.store(x, (0,), x.get_raw_memory().load_offset(o, mask=o))


@ct.kernel
def wrong_padding(x, N: Const):
    o = ct.arange(N, dtype=ct.int32)
    ct.store(x, (0,), x.get_raw_memory().load_offset(o, mask=o > 1, padding_value=1.5))


@ct.kernel
def unsigned(x, n, N: Const):
    o = ct.arange(N, dtype=ct.uint32)
    ct.store(x, (0,), x.get_raw_memory().load_offset(o + ct.uint32(n)) + x.get_raw_memory().load_offset(ct.uint64(n)))
