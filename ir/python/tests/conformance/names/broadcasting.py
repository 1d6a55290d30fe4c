"""Shapes that stretch to each other in operators."""
# launch: ranks [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}]
# launch: ones [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: in_where [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}]
# launch: mismatched [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: wrong_ranks [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def ranks(x, y, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0, 0), a + b - b * a / b.reshape((1, N)) + ct.load(y, (0,), ()) + b.reshape((N, 1)))


@ct.kernel
def ones(x, N: Const):
    a = ct.load(x, (0, 0), (N, 1))
    b = ct.load(x, (0, 0), (1, N))
    c = ct.load(x, (0, 0), (1, 1))
    ct.store(x, (0, 0), a * b + c + max(a, b) + (a < b) + a ** b + a % b)


@ct.kernel
def in_where(x, y, N: Const):
    a = ct.load(x, (0, 0), (N, 1))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0, 0), ct.where(a > 0, b, 1.5) + ct.where(b > 0, a, a) + ct.where(a > b, 0, 1))


@ct.kernel
def mismatched(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N)) + ct.load(x, (0, 0), (N, 2 * N)))


@ct.kernel
def wrong_ranks(x, y, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, 2)) + ct.load(y, (0,), (N,)))
