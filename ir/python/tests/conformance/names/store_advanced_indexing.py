"""Rows written where a tile of indices says (13.3 on)."""
# launch: store_advanced_indexing [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":4}, {"i":8}]
# launch: store_advanced_indexing [{"t":"float64", "shape":[60, 60]}, {"t":"int16", "shape":[64]}, {"i":3}, {"i":4}, {"i":8}]
# launch: one_dimension [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":4}]
# launch: wrong_shape [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}]
# launch: scalar [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def store_advanced_indexing(x, idx, n, M: Const, N: Const):
    i = ct.load(idx, (0,), (M,))
    ct.store_advanced_indexing(x, (i, ct.Slice(n, N)), ct.full((M, N), 1.5, ct.float32))
    ct.store_advanced_indexing(x, (i, ct.Slice(0, N)), ct.full((M, N), 2, ct.int8), latency=2)
    ct.store_advanced_indexing(x, (ct.Slice(n, M), ct.arange(N, dtype=ct.int32)), ct.ones((M, N), x.dtype), allow_tma=True)


@ct.kernel
def one_dimension(x, idx, N: Const):
    ct.store_advanced_indexing(x, (ct.load(idx, (0,), (N,)),), ct.ones((N,), ct.float32))


@ct.kernel
def wrong_shape(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    ct.store_advanced_indexing(x, (i, ct.Slice(0, N)), ct.ones((N, 2 * N), ct.float32))


@ct.kernel
def scalar(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    ct.store_advanced_indexing(x, (i, ct.Slice(0, N)), 1.0)
