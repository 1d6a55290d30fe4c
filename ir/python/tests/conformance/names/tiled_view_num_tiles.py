"""`TiledView.num_tiles`: how many tiles a view has along an axis."""
# launch: num_tiles [{"t":"float32", "shape":[60, 64]}, {"i":8}, {"i":16}]
# launch: strided [{"t":"float32", "shape":[60, 64]}, {"i":8}, {"i":16}]
# launch: wrong_axis [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def num_tiles(x, M: Const, N: Const):
    v = x.tiled_view((M, N))
    for i in range(v.num_tiles(0)):
        for j in range(v.num_tiles(axis=-1)):
            v.store((i, j), v.load((i, j)) + 1)


@ct.kernel
def strided(x, M: Const, N: Const):
    v = x.tiled_view((M, N), traversal_steps=(M // 2, 5))
    for i in range(v.num_tiles(0)):
        v.store((i, v.num_tiles(1) - 1), v.load((i, 0)))


@ct.kernel
def wrong_axis(x, N: Const):
    x.tiled_view((N,)).num_tiles(1)
