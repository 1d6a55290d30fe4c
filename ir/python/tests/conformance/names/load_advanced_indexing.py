"""Rows picked by a tile of indices, through a gather view (13.3 on)."""
# launch: load_advanced_indexing [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":4}, {"i":8}]
# launch: load_advanced_indexing [{"t":"bfloat16", "shape":[60, 60]}, {"t":"int64", "shape":[64]}, {"i":3}, {"i":4}, {"i":8}]
# launch: three_dimensions [{"t":"float32", "shape":[16, 16, 16]}, {"t":"int32", "shape":[64]}, {"i":4}]
# launch: one_dimension [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":4}]
# launch: two_sparse [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}]
# launch: none_sparse [{"t":"float32", "shape":[64, 64]}, {"i":4}]
# launch: not_constant [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_advanced_indexing(x, idx, n, M: Const, N: Const):
    i = ct.load(idx, (0,), (M,))
    a = ct.load_advanced_indexing(x, (i, ct.Slice(n, N)))
    a = a + ct.load_advanced_indexing(x, (i, ct.Slice(0, N)), padding_mode=ct.PaddingMode.ZERO, latency=3)
    b = ct.load_advanced_indexing(x, (ct.Slice(n, M), ct.arange(N, dtype=ct.int32)), allow_tma=False)
    ct.store(x, (0, 0), a + b)


@ct.kernel
def three_dimensions(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    a = ct.load_advanced_indexing(x, (ct.Slice(1, N), i, ct.Slice(ct.bid(0), 2 * N)))
    ct.store(x, (0, 0, 0), a)


@ct.kernel
def one_dimension(x, idx, N: Const):
    ct.store(x, (0,), ct.load_advanced_indexing(x, (ct.load(idx, (0,), (N,)),)))


@ct.kernel
def two_sparse(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    ct.store(x, (0, 0), ct.load_advanced_indexing(x, (i, i)))


@ct.kernel
def none_sparse(x, N: Const):
    ct.store(x, (0, 0), ct.load_advanced_indexing(x, (ct.Slice(0, N), ct.Slice(0, N))))


@ct.kernel
def not_constant(x, idx, n):
    i = ct.load(idx, (0,), (4,))
    ct.store(x, (0, 0), ct.load_advanced_indexing(x, (i, ct.Slice(0, n))))
