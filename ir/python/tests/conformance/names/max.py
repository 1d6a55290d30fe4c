"""Greatest elements along dimensions, of every data type."""
# launch: max_ [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: max_ [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: max_ [{"t":"int64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: max_ [{"t":"int8", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: max_ [{"t":"uint16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: max_ [{"t":"uint64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: of_booleans [{"t":"bool", "shape":[64, 64]}, {"t":"int32", "shape":[64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: not_a_number [{"t":"float16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: two_operands [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: restricted [{"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def max_(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.max(a, axis=0, keepdims=True) + ct.max(a, 1, keepdims=True) + ct.max(a)
    b = b + ct.max(a, -1).reshape((M, 1)) + ct.max(a, (0, 1)) + ct.max(a, None, keepdims=True)
    ct.store(x, (0, 0), b)


@ct.kernel
def of_booleans(x, out, M: Const, N: Const):
    ct.store(out, (0,), ct.max(ct.load(x, (0, 0), (M, N)), 0))


@ct.kernel
def options(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.max(a, 0, keepdims=True, propagate_nan=True)
    ct.store(x, (0, 0), b + ct.max(a, 1, keepdims=True, flush_to_zero=True, propagate_nan=True))


@ct.kernel
def not_a_number(x, M: Const, N: Const):
    ct.store(x, (0, 0), ct.max(ct.load(x, (0, 0), (M, N)), 0, keepdims=True, propagate_nan=True))


@ct.kernel
def two_operands(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), max(a, 2.0) + max(n, 3) + max(N, 3) + max(ct.load(y, (0,), (N,)), n))


@ct.kernel
def restricted(x, N: Const):
    ct.store(x, (0,), ct.max(ct.load(x, (0,), (N,))))
