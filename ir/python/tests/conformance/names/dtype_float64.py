"""`float64`: constructor, special values, arithmetic, promotion with other types."""
# launch: constructor [{"t":"float64", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: special [{"t":"float64", "shape":[64]}, {"i":16}]
# launch: arithmetic [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"float64", "shape":[64]}, {"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
# launch: of_none [{"t":"float64", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constructor(x, n, s):
    a = ct.float64(n) + ct.float64(3) + ct.float64(s) + ct.float64(2.75) + ct.float64(True) + ct.float64("1.5")
    ct.store(x, (0,), a)


@ct.kernel
def special(x, N: Const):
    a = ct.load(x, (0,), (N,))
    a = ct.where(a == float("inf"), float("-inf"), a)
    a = ct.where(ct.isnan(a), float("nan"), a) + -0.0 + 1e-45 + 1e300 + 0.1
    ct.store(x, (0,), a + ct.full((N,), float("nan"), ct.float64))


@ct.kernel
def arithmetic(x, y, s, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = a * b - a / b + a // b + a % b + a ** b - -a
    c = ct.where(a < b, c, max(a, b)) + ct.sum(a) + ct.cumprod(b) + ct.exp(a) + ct.abs(b)
    ct.store(x, (0,), (c + s).astype(ct.float64))


@ct.kernel
def mixed(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), (a + b).astype(x.dtype))
    ct.store(y, (0,), ct.where(a > b, a, b).astype(y.dtype))


@ct.kernel
def of_none(x):
    ct.store(x, (0,), ct.float64(None))
