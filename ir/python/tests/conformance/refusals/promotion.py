"""types without a common one"""
# launch: halves [{"t":"float16", "shape":[512]}, {"t":"bfloat16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: signs [{"t":"int32", "shape":[512]}, {"t":"uint32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: wide_signs [{"t":"int64", "shape":[512]}, {"t":"uint64", "shape":[512]}, {"i":7}, {"i":16}]
# launch: small_floats [{"t":"float8_e4m3fn", "shape":[512]}, {"t":"float8_e5m2", "shape":[512]}, {"i":7}, {"i":16}]
# launch: small_arithmetic [{"t":"float8_e4m3fn", "shape":[512]}, {"t":"float8_e4m3fn", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chosen [{"t":"float16", "shape":[512]}, {"t":"bfloat16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bits [{"t":"int32", "shape":[512]}, {"t":"int16", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def halves(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + ct.load(y, (0,), (N,))


@ct.kernel
def signs(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + ct.load(y, (0,), (N,))


@ct.kernel
def wide_signs(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + ct.load(y, (0,), (N,))


@ct.kernel
def small_floats(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + ct.load(y, (0,), (N,))


@ct.kernel
def small_arithmetic(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + 1.0


@ct.kernel
def chosen(x, y, n, N: ct.Constant[int]):
    a = ct.where(n > 3, ct.load(x, (0,), (N,)), ct.load(y, (0,), (N,)))


@ct.kernel
def bits(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) & ct.load(y, (0,), (N,))
