"""`TiledView.store`: broadcasting, conversions, hints."""
# launch: store_ [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}, {"i":16}]
# launch: unchecked [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: wrong_shape [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: narrowing [{"t":"float16", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def store_(x, n, M: Const, N: Const):
    v = x.tiled_view((M, N))
    v.store((n, 0), ct.zeros((M, N), ct.float16))
    v.store(index=(n, 1), tile=ct.ones((N,), ct.float32), latency=3)
    v.store((0, 0), 1.5, allow_tma=False)
    v.store((0, n), n)


@ct.kernel
def unchecked(x, n, M: Const, N: Const):
    x.tiled_view((M, N)).store((n, 0), ct.zeros((M, 1), ct.float32), check_bounds=False)


@ct.kernel
def wrong_rank(x, N: Const):
    x.tiled_view((N, N)).store((0,), 1.0)


@ct.kernel
def wrong_shape(x, N: Const):
    x.tiled_view((N,)).store(0, ct.zeros((N, N), ct.float32))


@ct.kernel
def narrowing(x, N: Const):
    x.tiled_view((N,)).store(0, ct.zeros((N,), ct.float32))
