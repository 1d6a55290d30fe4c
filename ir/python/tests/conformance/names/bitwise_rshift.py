"""`>>`: the function and the operator."""
# launch: bitwise_rshift [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":2}, {"i":16}]
# launch: bitwise_rshift [{"t":"uint32", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"i":2}, {"i":16}]
# launch: bitwise_rshift [{"t":"int64", "shape":[64]}, {"t":"int8", "shape":[64]}, {"i":2}, {"i":16}]
# launch: bitwise_rshift [{"t":"uint8", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"i":2}, {"i":16}]
# launch: bitwise_rshift [{"t":"bool", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":2}, {"i":16}]
# launch: bitwise_rshift [{"t":"int32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":2}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bitwise_rshift(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.bitwise_rshift(a, b) >> 1
    d = 3 >> b
    ct.store(x, (0,), (c + d).astype(x.dtype))
    m = n >> 1 >> ct.bitwise_rshift(N, 1)
    a >>= m.astype(a.dtype) if False else b
    ct.store(x, (1,), a.astype(x.dtype))
