"""Sums along dimensions, of every data type."""
# launch: sum_ [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"float16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"float64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"int8", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: sum_ [{"t":"uint64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: of_booleans [{"t":"bool", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: repeated [{"t":"float32", "shape":[64, 64]}, {"i":4}]
# launch: out_of_range [{"t":"float32", "shape":[64, 64]}, {"i":4}]
# launch: of_a_scalar [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: restricted [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def sum_(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.sum(a, axis=0, keepdims=True) + ct.sum(a, 1, keepdims=True) + ct.sum(a)
    b = b + ct.sum(a, -1).reshape((M, 1)) + ct.sum(a, (0, 1)) + ct.sum(a, axis=(1,), keepdims=True)
    ct.store(x, (0, 0), (b + ct.sum(a, None, keepdims=True)).astype(x.dtype))


@ct.kernel
def of_booleans(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    ct.store(out, (0,), ct.sum(a, 0) + ct.sum(a > False))


@ct.kernel
def options(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.sum(a, 0, keepdims=True, rounding_mode=ct.RoundingMode.RZ)
    ct.store(x, (0, 0), b + ct.sum(a, 1, keepdims=True, flush_to_zero=True))


@ct.kernel
def repeated(x, N: Const):
    ct.store(x, (0, 0), ct.sum(ct.load(x, (0, 0), (N, N)), (0, -2)))


@ct.kernel
def out_of_range(x, N: Const):
    ct.store(x, (0, 0), ct.sum(ct.load(x, (0, 0), (N, N)), 2))


@ct.kernel
def of_a_scalar(x, s):
    ct.store(x, (0,), ct.sum(s) + ct.sum(2.0))


@ct.kernel
def restricted(x, N: Const):
    ct.store(x, (0,), ct.sum(ct.load(x, (0,), (N,))))
