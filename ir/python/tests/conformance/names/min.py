"""Least elements along dimensions, of every data type."""
# launch: min_ [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: min_ [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: min_ [{"t":"int64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: min_ [{"t":"int8", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: min_ [{"t":"uint16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: min_ [{"t":"uint64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: of_booleans [{"t":"bool", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: not_a_number [{"t":"float16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: two_operands [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: restricted [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def min_(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.min(a, axis=0, keepdims=True) + ct.min(a, 1, keepdims=True) + ct.min(a)
    b = b + ct.min(a, -1).reshape((M, 1)) + ct.min(a, (0, 1)) + ct.min(a, None, keepdims=True)
    ct.store(x, (0, 0), b)


@ct.kernel
def of_booleans(x, out, M: Const, N: Const):
    ct.store(out, (0,), ct.min(ct.load(x, (0, 0), (M, N)), 0))


@ct.kernel
def options(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.min(a, 0, keepdims=True, propagate_nan=True)
    ct.store(x, (0, 0), b + ct.min(a, 1, keepdims=True, flush_to_zero=True, propagate_nan=True))


@ct.kernel
def not_a_number(x, M: Const, N: Const):
    ct.store(x, (0, 0), ct.min(ct.load(x, (0, 0), (M, N)), 0, keepdims=True, propagate_nan=True))


@ct.kernel
def two_operands(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), min(a, 2.0) + min(n, 3) + min(N, 3) + min(ct.load(y, (0,), (N,)), n))


@ct.kernel
def restricted(x, N: Const):
    ct.store(x, (0,), ct.min(ct.load(x, (0,), (N,))))
