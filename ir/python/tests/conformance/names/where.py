"""Choices element by element, with promotion and broadcasting."""
# launch: where [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: where [{"t":"int32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: where [{"t":"uint8", "shape":[64]}, {"t":"int64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: where [{"t":"bfloat16", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: where [{"t":"uint32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def where(x, y, c, s, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    m = ct.load(c, (0,), (N,))
    r = ct.where(m, a, b)
    q = ct.where(m.reshape((N, 1)), a, 0) + ct.where(m, 1, a)
    t = ct.where(True, a, b) + ct.where(a > 0, 1.5, 2)
    ct.store(x, (0,), (r + q.reshape((N, N))[0, 0] if False else r).astype(x.dtype))
    ct.store(x, (1,), (ct.sum(q, axis=0) + t + s).astype(x.dtype))
