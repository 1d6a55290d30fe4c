"""Quotient and remainder at once."""
# launch: divmod_ [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: divmod_ [{"t":"uint16", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"i":7}, {"i":16}]
# launch: divmod_ [{"t":"int64", "shape":[64]}, {"t":"int8", "shape":[64]}, {"i":7}, {"i":16}]
# launch: floats [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: booleans [{"t":"bool", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def divmod_(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    q, r = ct.divmod(a, b)
    s, t = divmod(n, 3)
    u, v = divmod(17, 5)
    w, z = divmod(a, 2)
    ct.store(x, (0,), (q * r + s * t + u * v + w + z).astype(x.dtype))


@ct.kernel
def floats(x, n, N: Const):
    q, r = ct.divmod(ct.load(x, (0,), (N,)), 2.0)
    ct.store(x, (0,), q + r)


@ct.kernel
def booleans(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    q, r = ct.divmod(a, a)
    ct.store(x, (0,), q)
