"""Loads, stores and views."""
# launch: attributes [{"t":"float32", "shape":[512, 64]}, {"t":"float16", "shape":[512, 64]}, {"i":16}]
# launch: attributes [{"t":"int8", "shape":[3000000000, 2]}, {"t":"int32", "shape":[4, 2]}, {"i":2}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def attributes(x, out, N: Const):
    a = ct.load(x, (0, 0), (1, N))
    r = a.astype(out.dtype) + x.shape[0] * x.strides[1] + x.ndim + a.ndim + a.shape[1]
    ct.store(out, (0, 0), r)
