"""Tangent, of tiles of every kind, scalars and constants."""
# launch: tan [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: tan [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: tan [{"t":"bool", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def tan(x, y, z, s, n, N: Const):
    a = ct.tan(ct.load(x, (0,), (N,)))
    b = ct.tan(ct.load(y, (0,), (N,)))
    c = ct.tan(ct.load(z, (0,), (N,)))
    d = ct.tan(s) + ct.tan(n) + ct.tan(0.75) + ct.tan(2)
    ct.store(x, (0,), a.astype(x.dtype))
    ct.store(y, (0,), (b + c).astype(y.dtype))
    ct.store(z, (0,), ct.astype(c + d, z.dtype))
