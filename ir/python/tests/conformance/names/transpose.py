"""Two dimensions exchanged, function and method."""
# launch: transpose [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[16, 16, 16]}, {"i":2}, {"i":4}, {"i":8}]
# launch: of_one_dimension [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: unnamed_axes [{"t":"float32", "shape":[16, 16, 16]}, {"i":4}]
# launch: one_axis [{"t":"float32", "shape":[64, 64]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def transpose(x, y, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 0), (A, B))
    ct.store(x, (0, 0), ct.transpose(a))
    ct.store(x, (0, 1), a.transpose() + a.transpose(0, 1) + ct.transpose(a, axis0=-1, axis1=0))
    b = ct.load(y, (0, 0, 0), (A, B, C))
    ct.store(y, (0, 0, 0), ct.transpose(b, 0, 2))
    ct.store(y, (0, 0, 0), b.transpose(axis0=1, axis1=-1))


@ct.kernel
def of_one_dimension(x, N: Const):
    ct.store(x, (0,), ct.transpose(ct.load(x, (0,), (N,))))


@ct.kernel
def unnamed_axes(x, N: Const):
    ct.store(x, (0, 0, 0), ct.transpose(ct.load(x, (0, 0, 0), (N, N, N))))


@ct.kernel
def one_axis(x, N: Const):
    ct.store(x, (0, 0), ct.transpose(ct.load(x, (0, 0), (N, N)), 0))
