"""`^`: the function and the operator, of integers and booleans."""
# launch: bitwise_xor [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":6}, {"i":16}]
# launch: bitwise_xor [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":6}, {"i":16}]
# launch: bitwise_xor [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":6}, {"i":16}]
# launch: bitwise_xor [{"t":"int32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":6}, {"i":16}]
# launch: bitwise_xor [{"t":"int8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":6}, {"i":16}]
# launch: bitwise_xor [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":6}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bitwise_xor(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.bitwise_xor(a, b) ^ a
    ct.store(x, (0,), c ^ True)
    m = n ^ 3 ^ N
    ct.store(y, (0,), b ^ ct.astype(ct.bitwise_xor(m, n), y.dtype))
    a ^= b
    ct.store(x, (1,), a)
