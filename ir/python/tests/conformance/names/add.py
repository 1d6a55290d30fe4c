"""Sums: the function, the operator both ways around, broadcasting."""
# launch: add [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: add [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: add [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: add [{"t":"bfloat16", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"f":2.5}, {"i":5000000000}, {"i":16}]
# launch: add [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: booleans [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def add(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.add(a, b) + a
    c = 3 + c + 5
    ct.store(x, (0,), c.astype(x.dtype))
    d = ct.add(a.reshape((N, 1)), b) + b
    ct.store(y, (0,), ct.sum(d, axis=0).astype(y.dtype))
    e = (s + n) + (n + 2) + ct.add(7, 2)
    ct.store(x, (1,), (a + e).astype(x.dtype))
    a += b
    ct.store(x, (2,), a.astype(x.dtype))


@ct.kernel
def booleans(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.astype(ct.add(a, a), ct.bool_))
