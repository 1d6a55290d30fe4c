"""Negation: the function and the operator."""
# launch: negative [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":-2.5}, {"i":16}]
# launch: negative [{"t":"float16", "shape":[64]}, {"t":"int8", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":-2.5}, {"i":16}]
# launch: negative [{"t":"float64", "shape":[64]}, {"t":"int64", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":-2.5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def negative(x, y, z, b, s, N: Const):
    v = ct.load(x, (0,), (N,))
    i = ct.load(y, (0,), (N,))
    u = ct.load(z, (0,), (N,))
    f = ct.load(b, (0,), (N,))
    ct.store(x, (0,), (ct.negative(v) + -v + ct.negative(s) + ct.negative(-1.5) + -s).astype(x.dtype))
    ct.store(y, (0,), ct.negative(i) + -i + ct.negative(-3) + -N)
    ct.store(z, (0,), ct.negative(u) ^ -u)
    ct.store(b, (0,), (ct.negative(f) + -f).astype(ct.bool_))
