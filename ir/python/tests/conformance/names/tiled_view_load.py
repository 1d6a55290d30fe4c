"""`TiledView.load`: a tile of a view, with its hints."""
# launch: load_ [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}, {"i":16}]
# launch: unchecked [{"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":8}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: wrong_latency [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_(x, n, M: Const, N: Const):
    v = x.tiled_view((M, N), padding_mode=ct.PaddingMode.ZERO)
    a = v.load((n, 0)) + v.load(index=(0, n), latency=4) + v.load((ct.bid(0), 1), allow_tma=False)
    ct.store(x, (0, 0), a + v.load((0, 0), latency=None, allow_tma=True))


@ct.kernel
def unchecked(x, n, M: Const, N: Const):
    v = x.tiled_view((M, N))
    ct.store(x, (0, 0), v.load((n, 0), check_bounds=False))


@ct.kernel
def wrong_rank(x, N: Const):
    x.tiled_view((N, N)).load(0)


@ct.kernel
def wrong_latency(x, N: Const):
    x.tiled_view((N,)).load(0, latency=20)
