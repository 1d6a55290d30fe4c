"""Parameters of all kinds, and what annotations say about them."""
# launch: static_extents [{"t":"float32", "shape":[8, 64]}, {"t":"float32", "shape":[8, 64]}, {"t":"float32", "shape":[8, 64]}, {"i":16}]
# launch: static_extents [{"t":"float32", "shape":[1, 48]}, {"t":"float32", "shape":[1, 48], "stride":[64, 1]}, {"t":"float32", "shape":[1, 48]}, {"i":16}]
from typing import Annotated
import cuda.tile as ct

Const = ct.Constant[int]
StaticShape = Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(0, -1))]
StaticStride = Annotated[ct.Array, ct.ArrayAnnotation(static_stride_dims=(0,))]


@ct.kernel
def static_extents(x: StaticShape, y: StaticStride, out: StaticShape, N: Const):
    a = ct.full((N,), x.shape[0] * x.shape[1] + y.strides[0], ct.float32)
    for i in range(x.shape[0]):
        a = a + ct.load(x, (i, 0), (1, N)).reshape((N,)) + ct.load(y, (i, 0), (1, N)).reshape((N,))
    ct.store(out, (0, 0), a.reshape((1, N)))
