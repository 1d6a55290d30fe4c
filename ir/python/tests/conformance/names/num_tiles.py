"""How many tiles cover an array."""
# launch: num_tiles [{"t":"float32", "shape":[500, 64]}, {"t":"int32", "shape":[64]}, {"i":8}, {"i":16}]
# launch: wrong_axis [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def num_tiles(x, out, M: Const, N: Const):
    k = ct.num_tiles(x, 0, (M, N)) + ct.num_tiles(x, axis=1, shape=(M, N), order="C")
    k = k + ct.num_tiles(x, -1, (N, M), order=(1, 0)) + ct.num_tiles(out, 0, N) + ct.num_tiles(x, 0, ())
    for i in range(ct.num_tiles(out, 0, (N,))):
        ct.store(out, (i,), ct.full((N,), k, ct.int32))


@ct.kernel
def wrong_axis(x, N: Const):
    ct.store(x, (0,), ct.num_tiles(x, 1, (N,)))


@ct.kernel
def wrong_rank(x, N: Const):
    ct.store(x, (0, 0), ct.num_tiles(x, 0, (N,)))
