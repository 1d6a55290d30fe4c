"""Order of the dimensions of a tile in memory."""
# launch: load_order [{"t":"float32", "shape":[16, 16, 16]}, {"i":2}, {"i":4}, {"i":8}]
# launch: by_letter [{"t":"float32", "shape":[16, 16, 16]}, {"i":2}, {"i":4}, {"i":8}]
# launch: wrong_letter [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: repeated [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: negative [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_order(x, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 1, 0), (A, B, C), order=(0, 1, 2)) + ct.load(x, (0, 1, 0), (A, B, C), order=(2, 0, 1))
    ct.store(x, (0, 0, 0), a + ct.load(x, (1, 0, 0), (A, B, C), order=(1, 0, 2)), order=(2, 1, 0))


@ct.kernel
def by_letter(x, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 1, 0), (A, B, C), order="C") + ct.load(x, (0, 1, 0), (A, B, C), order="F")
    ct.store(x, (0, 0, 0), a, order="F")


@ct.kernel
def wrong_letter(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N), order="A"))


@ct.kernel
def repeated(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N), order=(0, 0)))


@ct.kernel
def negative(x, N: Const):
    ct.store(x, (0, 0), ct.load(x, (0, 0), (N, N), order=(-1, 0)))
