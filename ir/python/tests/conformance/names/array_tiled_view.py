"""`Array.tiled_view`: shapes, padding, steps."""
# launch: tiled_view [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"i":16}]
# launch: steps [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"i":16}]
# launch: zero_dimensions [{"t":"float32", "shape":[64, 64]}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: uneven [{"t":"float32", "shape":[64]}, {"i":12}]
# launch: wrong_steps [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: zero_steps [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: wrong_padding [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def tiled_view(x, y, M: Const, N: Const):
    v = x.tiled_view((M, N))
    w = x.tiled_view(tile_shape=(M, N), padding_mode=PaddingMode.NEG_INF)
    u = y.tiled_view(N, padding_mode=PaddingMode.ZERO)
    v.store((0, 0), w.load((1, 0)) + u.load(0) + u.load((1,)))


@ct.kernel
def steps(x, y, M: Const, N: Const):
    v = x.tiled_view((M, N), traversal_steps=(1, N))
    w = x.tiled_view((M, N), padding_mode=PaddingMode.ZERO, traversal_steps=(M, 3))
    same = x.tiled_view((M, N), traversal_steps=(M, N))
    u = y.tiled_view(N, traversal_steps=5)
    v.store((0, 0), w.load((1, 0)) + u.load(v.num_tiles(0)) + same.load((0, 1)))


@ct.kernel
def zero_dimensions(x):
    v = x.tiled_view(())
    v.store((0, 1), v.load((1, 0)) + 1)


@ct.kernel
def wrong_rank(x, N: Const):
    x.tiled_view((N,))


@ct.kernel
def uneven(x, N: Const):
    x.tiled_view((N,))


@ct.kernel
def wrong_steps(x, N: Const):
    x.tiled_view((N, N), traversal_steps=(1,))


@ct.kernel
def zero_steps(x, N: Const):
    x.tiled_view((N, N), traversal_steps=(0, N)).store((0, 0), 1.0)


@ct.kernel
def wrong_padding(x, N: Const):
    x.tiled_view((N,), padding_mode="zero")
