"""`minimum` and Python's `min`, with NaN and denormals."""
# launch: minimum [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: minimum [{"t":"int32", "shape":[64]}, {"t":"int16", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: minimum [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: minimum [{"t":"bool", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":3}, {"i":16}]
# launch: options [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: options [{"t":"float16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: not_a_number [{"t":"float64", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_a_number [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def minimum(x, y, s, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.minimum(a, b)
    d = min(n, 4) + min(N, 4) + min(s, 1.0) + ct.minimum(n, N)
    ct.store(x, (0,), min(c, a))
    ct.store(y, (0,), ct.astype(c + d, y.dtype))


@ct.kernel
def options(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.minimum(a, b, propagate_nan=True, flush_to_zero=True)
    ct.store(x, (0,), ct.minimum(c, 1.0, flush_to_zero=True))


@ct.kernel
def not_a_number(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), ct.minimum(a, b, propagate_nan=True))
