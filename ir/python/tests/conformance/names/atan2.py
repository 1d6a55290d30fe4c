"""Angles of points."""
# launch: atan2 [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":0.5}, {"i":16}]
# launch: atan2 [{"t":"float64", "shape":[64]}, {"t":"float16", "shape":[64]}, {"f":0.5}, {"i":16}]
# launch: atan2 [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":0.5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def atan2(x, y, s, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.atan2(a, b) + ct.atan2(a, s) + ct.atan2(1.0, b) + ct.atan2(1.0, 2.0)
    ct.store(x, (0,), c.astype(x.dtype))
