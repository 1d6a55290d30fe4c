"""Natural logarithm, of tiles of every kind, scalars and constants."""
# launch: log [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: log [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: log [{"t":"bool", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def log(x, y, z, s, n, N: Const):
    a = ct.log(ct.load(x, (0,), (N,)))
    b = ct.log(ct.load(y, (0,), (N,)))
    c = ct.log(ct.load(z, (0,), (N,)))
    d = ct.log(s) + ct.log(n) + ct.log(0.75) + ct.log(2)
    ct.store(x, (0,), a.astype(x.dtype))
    ct.store(y, (0,), (b + c).astype(y.dtype))
    ct.store(z, (0,), ct.astype(c + d, z.dtype))
