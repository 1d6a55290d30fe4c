"""`Tile.dtype`, `Tile.shape`, `Tile.ndim` of tiles and scalars."""
# launch: properties [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":8}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def properties(x, y, n, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.full(a.shape, a.ndim + a.shape[1] + len(a.shape), a.dtype)
    c = ct.zeros((a.shape[0],), y.dtype) + n.ndim + (ct.sum(a) > 0).ndim
    if a.dtype == ct.float32 and n.dtype == ct.int32 and n.shape == ():
        ct.store(x, (0, 0), a + b)
    ct.store(y, (0,), c)


@ct.kernel
def unknown(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)).size)
