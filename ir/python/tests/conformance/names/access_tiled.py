"""Loads, stores and views."""
# launch: tiled [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":4}, {"i":8}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def tiled(x, out, M: Const, N: Const):
    v = x.tiled_view((M, N), padding_mode=PaddingMode.ZERO)
    w = out.tiled_view((M, N))
    for i in range(v.num_tiles(0)):
        w.store((i, 0), v.load((i, 1), latency=4) * 2)
    ct.store(out, (0, 0), ct.full(v.tile_shape, 1, v.dtype))
