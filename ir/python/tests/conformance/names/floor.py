"""Rounding down: floats only, but constants of both kinds."""
# launch: floor [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: floor [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: of_integers [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: of_booleans [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def floor(x, y, s, N: Const):
    a = ct.floor(ct.load(x, (0,), (N,)))
    b = ct.floor(ct.load(y, (0,), (N,)))
    d = ct.floor(s) + ct.floor(0.75) + ct.floor(-2.5) + ct.floor(2)
    ct.store(x, (0,), (a + d).astype(x.dtype))
    ct.store(y, (0,), b)


@ct.kernel
def of_integers(x, N: Const):
    ct.store(x, (0,), ct.floor(ct.load(x, (0,), (N,))))


@ct.kernel
def of_booleans(x, N: Const):
    ct.store(x, (0,), ct.floor(ct.load(x, (0,), (N,))))
