"""Parts of tiles replaced, function and method (13.4 on)."""
# launch: insert [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"i":16}, {"i":1}]
# launch: of_another_type [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: of_another_rank [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: out_of_bounds [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def insert(x, y, M: Const, N: Const, i):
    a = ct.load(x, (0, 0), (M, N))
    a = ct.insert(a, (1, 0), ct.load(x, (1, 1), (2, 4)))
    a = a.insert((i, 0), ct.zeros((2, N), ct.float32))
    ct.store(x, (0, 0), ct.insert(a, index=(0, i), value=ct.full((), 1.5, ct.float32)))
    b = ct.load(y, (0,), (N,))
    ct.store(y, (0,), b.insert(i, ct.ones((1,), ct.float32)))


@ct.kernel
def of_another_type(x, N: Const):
    ct.store(x, (0,), ct.insert(ct.load(x, (0,), (N,)), 0, ct.ones((2,), ct.float16)))


@ct.kernel
def of_another_rank(x, N: Const):
    ct.store(x, (0, 0), ct.insert(ct.load(x, (0, 0), (N, N)), (0, 0), ct.ones((2,), ct.float32)))


@ct.kernel
def out_of_bounds(x, N: Const):
    ct.store(x, (0,), ct.insert(ct.load(x, (0,), (N,)), N, 1.0))
