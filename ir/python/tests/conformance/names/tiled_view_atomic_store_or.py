"""`TiledView.atomic_store_or` on views of every data type (13.3 on)."""
# launch: atomic_store_or [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_store_or [{"t":"uint32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_store_or [{"t":"int64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_store_or [{"t":"uint64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_store_or [{"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: two_dimensions [{"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: wrong_shape [{"t":"int32", "shape":[64, 64]}, {"i":8}]
# launch: wrong_type [{"t":"int32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def atomic_store_or(x, n, N: Const):
    v = x.tiled_view((N,))
    v.atomic_store_or((n,), ct.ones((N,), x.dtype))
    v.atomic_store_or(n, ct.full((1,), 2, x.dtype))
    ct.store(x, (0,), ct.load(x, (1,), (N,)))


@ct.kernel
def two_dimensions(x, M: Const, N: Const):
    v = x.tiled_view((M, N))
    for i in range(v.num_tiles(0)):
        v.atomic_store_or((i, 0), ct.arange(N, dtype=ct.int32))
    x.tiled_view((M, N), traversal_steps=(1, N)).atomic_store_or((0, 0), ct.ones((M, 1), ct.int32))
    x.tiled_view(()).atomic_store_or((0, 0), ct.ones((), ct.int32))


@ct.kernel
def wrong_shape(x, N: Const):
    x.tiled_view((N, N)).atomic_store_or((0, 0), ct.ones((2 * N,), ct.int32))


@ct.kernel
def wrong_type(x, N: Const):
    x.tiled_view((N,)).atomic_store_or((0,), ct.ones((N,), ct.float32))
