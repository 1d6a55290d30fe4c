"""`uint8`: constructor, limits, arithmetic, promotion with other types."""
# launch: constructor [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: limits [{"t":"uint8", "shape":[64]}, {"i":16}]
# launch: above [{"t":"uint8", "shape":[64]}, {"i":16}]
# launch: below [{"t":"uint8", "shape":[64]}, {"i":16}]
# launch: arithmetic [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":7}, {"i":16}]
# launch: mixed [{"t":"uint8", "shape":[64]}, {"t":"int16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"uint8", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"uint8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"uint8", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"i":16}]
# launch: of_text [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constructor(x, n, s):
    a = ct.uint8(n) + ct.uint8(3) + ct.uint8(s) + ct.uint8(2.75) + ct.uint8(True)
    ct.store(x, (0,), a.astype(ct.float32))


@ct.kernel
def limits(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 0, ct.uint8))
    ct.store(x, (0,), 255)
    a = ct.load(x, (0,), (N,))
    ct.store(x, (1,), ct.where(a == 255, 0, a))


@ct.kernel
def above(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 256)


@ct.kernel
def below(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + -1)


@ct.kernel
def arithmetic(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = a * b - a // b + a % b + (a << b) + (a >> 1) + (a & b) + ~a + -b
    ct.store(x, (0,), ct.where(a < b, c, max(a, b)) + ct.sum(a) + ct.cumsum(b) + (a > 0))
    ct.store(x, (1,), (a / b).astype(ct.uint8))


@ct.kernel
def mixed(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), (a + b).astype(x.dtype))
    ct.store(y, (0,), ct.where(a > b, a, b).astype(y.dtype))


@ct.kernel
def of_text(x):
    ct.store(x, (0,), ct.uint8("3"))
