"""`>`: the function and the operator, of numbers of every kind."""
# launch: greater [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater [{"t":"int32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater [{"t":"uint8", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater [{"t":"bfloat16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def greater(x, y, out, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.greater(a, b) ^ (b > a) ^ (a > 1) ^ ct.greater(0, b)
    ct.store(out, (0,), c)
    ct.store(out, (1,), a.reshape((N, 1)) > a if N == 1 else c)
    if n > 4:
        ct.store(out, (2,), c & (N > 3) & ct.greater(2, 2.0))
