"""`bool_`: constructor, logic, promotion with other types."""
# launch: constructor [{"t":"bool", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: logic [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":16}]
# launch: arithmetic [{"t":"bool", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"bool", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"bool", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":16}]
# launch: mixed [{"t":"bool", "shape":[64]}, {"t":"int8", "shape":[64]}, {"i":16}]
# launch: ordered [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constructor(x, n, s):
    ct.store(x, (0,), ct.bool_(n) | ct.bool_(s) | ct.bool_(3) | ct.bool_(0.0) | bool(n) | bool(2))


@ct.kernel
def logic(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), (a & b) | ~a ^ b)
    ct.store(x, (1,), (a == b) | (a != True))


@ct.kernel
def arithmetic(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + 1 + a * 2 - (a - 3))
    ct.store(y, (1,), +a + -a)
    ct.store(y, (2,), ct.sum(a) + ct.max(a))


@ct.kernel
def mixed(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(y, (0,), a + b)
    ct.store(y, (1,), ct.where(a, a, b))
    ct.store(x, (0,), a < b)


@ct.kernel
def ordered(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), (a < True) | (a >= False) | (a > a))
