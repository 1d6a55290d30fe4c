"""`TiledView.dtype`, `tile_shape`, `traversal_steps`."""
# launch: properties [{"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
# launch: plain [{"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def properties(x, M: Const, N: Const):
    v = x.tiled_view((M, N), traversal_steps=(1, 3))
    k = v.traversal_steps[0] + v.traversal_steps[1] + v.tile_shape[0] + len(v.tile_shape)
    v.store((0, 0), ct.full(v.tile_shape, k, v.dtype))


@ct.kernel
def plain(x, M: Const, N: Const):
    v = x.tiled_view((M, N))
    ct.static_assert(v.traversal_steps == (M, N) and v.tile_shape == (M, N) and v.dtype == x.dtype)
    v.store((0, 0), 1.0)


@ct.kernel
def unknown(x, N: Const):
    x.tiled_view((N,)).shape
