"""`>=`: the function and the operator, of numbers of every kind."""
# launch: greater_equal [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater_equal [{"t":"int32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater_equal [{"t":"uint8", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater_equal [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: greater_equal [{"t":"bfloat16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def greater_equal(x, y, out, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.greater_equal(a, b) ^ (b >= a) ^ (a >= 1) ^ ct.greater_equal(0, b)
    ct.store(out, (0,), c)
    ct.store(out, (1,), a.reshape((N, 1)) >= a if N == 1 else c)
    if n >= 4:
        ct.store(out, (2,), c & (N >= 3) & ct.greater_equal(2, 2.0))
