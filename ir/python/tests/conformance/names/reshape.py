"""New shapes, function and method, with one size left open."""
# launch: reshape [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"i":4}]
# launch: of_a_scalar [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: wrong_size [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: two_open [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: negative [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def reshape(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.reshape(a, (M * N,)) + a.reshape((-1,)) + ct.reshape(a, shape=(2, -1)).reshape((M * N,))
    ct.store(out, (0,), b)
    ct.store(x, (0, 0), a.reshape((N, M)).reshape((1, M, N, 1)).reshape((M, N)))


@ct.kernel
def of_a_scalar(x, s):
    a = ct.reshape(s, (1, 1))
    ct.store(x, (0,), a.reshape((1,)) + ct.reshape(2.0, (1,)))


@ct.kernel
def wrong_size(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N)).reshape((N, N, 2)))


@ct.kernel
def two_open(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N)).reshape((-1, -1)))


@ct.kernel
def negative(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N)).reshape((-2, N)))
