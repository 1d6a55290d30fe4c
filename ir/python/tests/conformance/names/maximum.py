"""`maximum` and Python's `max`, with NaN and denormals."""
# launch: maximum [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: maximum [{"t":"int32", "shape":[64]}, {"t":"int16", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: maximum [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: maximum [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: options [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: options [{"t":"float16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: not_a_number [{"t":"float64", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_a_number [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def maximum(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.maximum(a, b)
    d = max(n, 4) + max(N, 4) + max(s, 1.0) + ct.maximum(n, N)
    ct.store(x, (0,), max(c, a))
    ct.store(y, (0,), ct.astype(c + d, y.dtype))


@ct.kernel
def options(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.maximum(a, b, propagate_nan=True, flush_to_zero=True)
    ct.store(x, (0,), ct.maximum(c, 1.0, flush_to_zero=True))


@ct.kernel
def not_a_number(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), ct.maximum(a, b, propagate_nan=True))
