"""`int64`: constructor, limits, arithmetic, promotion with other types."""
# launch: constructor [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: limits [{"t":"int64", "shape":[64]}, {"i":16}]
# launch: above [{"t":"int64", "shape":[64]}, {"i":16}]
# launch: below [{"t":"int64", "shape":[64]}, {"i":16}]
# launch: arithmetic [{"t":"int64", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":7}, {"i":16}]
# launch: mixed [{"t":"int64", "shape":[64]}, {"t":"int16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"int64", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"int64", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"int64", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"i":16}]
# launch: of_text [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constructor(x, n, s):
    a = ct.int64(n) + ct.int64(3) + ct.int64(s) + ct.int64(2.75) + ct.int64(True)
    ct.store(x, (0,), a.astype(ct.float32))


@ct.kernel
def limits(x, N: Const):
    ct.store(x, (0,), ct.full((N,), -9223372036854775808, ct.int64))
    ct.store(x, (0,), 9223372036854775807)
    a = ct.load(x, (0,), (N,))
    ct.store(x, (1,), ct.where(a == 9223372036854775807, -9223372036854775808, a))


@ct.kernel
def above(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 9223372036854775808)


@ct.kernel
def below(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + -9223372036854775809)


@ct.kernel
def arithmetic(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = a * b - a // b + a % b + (a << b) + (a >> 1) + (a & b) + ~a + -b
    ct.store(x, (0,), ct.where(a < b, c, max(a, b)) + ct.sum(a) + ct.cumsum(b) + (a > 0))
    ct.store(x, (1,), (a / b).astype(ct.int64))


@ct.kernel
def mixed(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), (a + b).astype(x.dtype))
    ct.store(y, (0,), ct.where(a > b, a, b).astype(y.dtype))


@ct.kernel
def of_text(x):
    ct.store(x, (0,), ct.int64("3"))
