"""Inverted bits: the function, the operator, booleans."""
# launch: bitwise_not [{"t":"int32", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":5}, {"i":16}]
# launch: bitwise_not [{"t":"int64", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":5}, {"i":16}]
# launch: bitwise_not [{"t":"int8", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":5000000000}, {"i":16}]
# launch: of_floats [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_a_constant [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bitwise_not(x, y, b, n, N: Const):
    a = ct.load(x, (0,), (N,))
    u = ct.load(y, (0,), (N,))
    f = ct.load(b, (0,), (N,))
    ct.store(x, (0,), ct.bitwise_not(a) + ~a + ct.bitwise_not(7))
    ct.store(y, (0,), ct.bitwise_not(u) & ~u)
    ct.store(b, (0,), ct.bitwise_not(f) ^ ~f ^ ct.bitwise_not(True))
    if ~n == ct.bitwise_not(n):
        ct.store(x, (1,), a + ~N)


@ct.kernel
def of_floats(x, N: Const):
    ct.store(x, (0,), ct.bitwise_not(ct.load(x, (0,), (N,))))


@ct.kernel
def of_a_constant(x, N: Const):
    ct.store(x, (0,), ct.full((N,), ~True, ct.bool_))
