"""Loads, stores and views."""
# launch: strided [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":4}, {"i":8}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def strided(x, out, M: Const, N: Const):
    v = x.tiled_view((M, N), traversal_steps=(1, N // 2), padding_mode=PaddingMode.ZERO)
    a = v.load((ct.bid(0), v.num_tiles(1) - 1))
    out.tiled_view((M, N), traversal_steps=(M, 3)).store((0, ct.bid(0)), a)
