"""Absolute values, of numbers of every kind."""
# launch: absolute [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"f":-2.5}, {"i":-3}, {"i":16}]
# launch: absolute [{"t":"float16", "shape":[64]}, {"t":"int8", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"f":-2.5}, {"i":-3}, {"i":16}]
# launch: absolute [{"t":"float64", "shape":[64]}, {"t":"int64", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":-2.5}, {"i":-3}, {"i":16}]
# launch: absolute [{"t":"bfloat16", "shape":[64]}, {"t":"int16", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"f":-2.5}, {"i":-3}, {"i":16}]
# launch: of_booleans [{"t":"bool", "shape":[64]}, {"i":16}]
# launch: python [{"t":"int32", "shape":[64]}, {"i":-3}, {"i":16}]
# launch: python_of_a_tile [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def absolute(x, y, z, s, n, N: Const):
    v = ct.abs(ct.load(x, (0,), (N,)))
    i = ct.abs(ct.load(y, (0,), (N,)))
    u = ct.abs(ct.load(z, (0,), (N,)))
    ct.store(x, (0,), (v + ct.abs(s) + ct.abs(-1.5)).astype(x.dtype))
    ct.store(y, (0,), (i + ct.abs(n) + ct.abs(-3)).astype(y.dtype))
    ct.store(z, (0,), u)


@ct.kernel
def of_booleans(x, N: Const):
    ct.store(x, (0,), ct.abs(ct.load(x, (0,), (N,))).astype(ct.bool_))


@ct.kernel
def python(x, n, N: Const):
    ct.store(x, (0,), ct.full((N,), abs(n) + abs(-N) + abs(True), ct.int32))


@ct.kernel
def python_of_a_tile(x, N: Const):
    ct.store(x, (0,), abs(ct.load(x, (0,), (N,))))
