"""Remainders with the sign of the divisor: the function, the operator both ways around."""
# launch: mod [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: mod [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: mod [{"t":"float64", "shape":[64]}, {"t":"int16", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: mod [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: mod [{"t":"bfloat16", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: booleans [{"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def mod(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.mod(a, b) % a
    d = 3 % c
    e = c % 2
    ct.store(x, (0,), (d + e).astype(x.dtype))
    f = s % 2.0 + 7 % 2 + ct.mod(7, 2)
    ct.store(x, (1,), (a + f).astype(x.dtype))
    a %= 3
    ct.store(x, (2,), a.astype(x.dtype))


@ct.kernel
def booleans(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.astype(ct.mod(a, a), ct.bool_))
