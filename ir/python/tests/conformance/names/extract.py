"""Parts of tiles, function and method."""
# launch: extract [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"i":16}, {"i":1}]
# launch: scalars [{"t":"float32", "shape":[64]}, {"i":8}, {"i":3}]
# launch: out_of_bounds [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: uneven [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def extract(x, y, M: Const, N: Const, i):
    a = ct.load(x, (0, 0), (M, N))
    ct.store(x, (0, 0), ct.extract(a, (1, 0), (M // 2, N // 4)))
    ct.store(x, (0, 0), a.extract((i, 3), shape=(2, 2)))
    ct.store(x, (0, 0), ct.extract(a, index=(0, 0), shape=(M, N)))
    b = ct.load(y, (0,), (N,))
    ct.store(y, (0,), b.extract(i, 4) + ct.extract(b, 2, (4,)))


@ct.kernel
def scalars(x, N: Const, i):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), a.extract((3,), ()) + ct.extract(a, i, ()) + a.extract(1, 1).item())


@ct.kernel
def out_of_bounds(x, N: Const):
    ct.store(x, (0,), ct.extract(ct.load(x, (0,), (N,)), 4, 2))


@ct.kernel
def uneven(x, N: Const):
    ct.store(x, (0,), ct.extract(ct.load(x, (0,), (N,)), 0, 2 * N))


@ct.kernel
def wrong_rank(x, N: Const):
    ct.store(x, (0, 0), ct.extract(ct.load(x, (0, 0), (N, N)), 0, (2, 2)))
