"""views that do not fit"""
# launch: tile_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: store_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: slice_axis [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: slice_negative [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: slice_reversed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: slice_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: num_tiles [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def tile_shape(x, y, n, N: ct.Constant[int]):
    v = x.tiled_view((12,))


@ct.kernel
def rank(x, y, n, N: ct.Constant[int]):
    v = x.tiled_view((4, 4))


@ct.kernel
def index_rank(x, y, n, N: ct.Constant[int]):
    v = x.tiled_view((16,))
    a = v.load((0, 0))


@ct.kernel
def store_shape(x, y, n, N: ct.Constant[int]):
    v = y.tiled_view((16,))
    v.store((0,), ct.zeros((8,), ct.float32))


@ct.kernel
def slice_axis(x, y, n, N: ct.Constant[int]):
    a = x.slice(1, 0, 4)


@ct.kernel
def slice_negative(x, y, n, N: ct.Constant[int]):
    a = x.slice(0, -1, 4)


@ct.kernel
def slice_reversed(x, y, n, N: ct.Constant[int]):
    a = x.slice(0, 8, 4)


@ct.kernel
def slice_float(x, y, n, N: ct.Constant[int]):
    a = x.slice(0, 0.5, 4)


@ct.kernel
def num_tiles(x, y, n, N: ct.Constant[int]):
    a = x.tiled_view((16,)).num_tiles(1)
