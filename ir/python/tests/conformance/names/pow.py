"""Powers: the function, the operator both ways around."""
# launch: pow [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: pow [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: pow [{"t":"float64", "shape":[64]}, {"t":"int16", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: pow [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: pow [{"t":"bfloat16", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: booleans [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def pow(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.pow(a, b) ** a
    d = 3 ** c
    e = c ** 2
    ct.store(x, (0,), (d + e).astype(x.dtype))
    f = s ** 2.0 + 7 ** 2 + ct.pow(7, 2)
    ct.store(x, (1,), (a + f).astype(x.dtype))
    a **= 3
    ct.store(x, (2,), a.astype(x.dtype))


@ct.kernel
def booleans(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.astype(ct.pow(a, a), ct.bool_))
