"""Quotients: the function, the operator both ways around, broadcasting."""
# launch: truediv [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: truediv [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: truediv [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: truediv [{"t":"bfloat16", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"f":2.5}, {"i":5000000000}, {"i":16}]
# launch: truediv [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: booleans [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def truediv(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.truediv(a, b) / a
    c = 3 / c / 5
    ct.store(x, (0,), c.astype(x.dtype))
    d = ct.truediv(a.reshape((N, 1)), b) / b
    ct.store(y, (0,), ct.sum(d, axis=0).astype(y.dtype))
    e = (s / n) / (n / 2) / ct.truediv(7, 2)
    ct.store(x, (1,), (a / e).astype(x.dtype))
    a /= b
    ct.store(x, (2,), a.astype(x.dtype))


@ct.kernel
def booleans(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.astype(ct.truediv(a, a), ct.bool_))
