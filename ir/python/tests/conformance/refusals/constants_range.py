"""constants that do not fit their type"""
# launch: beyond_int64 [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: int_beyond [{"t":"int8", "shape":[512]}, {"t":"int8", "shape":[512]}, {"i":7}, {"i":16}]
# launch: int_beyond_int32 [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_to_int [{"t":"int32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: product [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: power [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shift [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: division [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: remainder [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: true_division [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negative_shift [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_power [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def beyond_int64(x, y, n, N: ct.Constant[int]):
    a = n + 100000000000000000000


@ct.kernel
def int_beyond(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) + 300


@ct.kernel
def int_beyond_int32(x, y, n, N: ct.Constant[int]):
    a = n + 5000000000


@ct.kernel
def float_to_int(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) & 2.5


@ct.kernel
def product(x, y, n, N: ct.Constant[int]):
    a = 5000000000 * 5000000000


@ct.kernel
def power(x, y, n, N: ct.Constant[int]):
    a = 10 ** 30


@ct.kernel
def shift(x, y, n, N: ct.Constant[int]):
    a = 1 << 70


@ct.kernel
def division(x, y, n, N: ct.Constant[int]):
    a = 1 // 0


@ct.kernel
def remainder(x, y, n, N: ct.Constant[int]):
    a = 1 % 0


@ct.kernel
def true_division(x, y, n, N: ct.Constant[int]):
    a = 1 / 0


@ct.kernel
def negative_shift(x, y, n, N: ct.Constant[int]):
    a = 1 << -1


@ct.kernel
def float_power(x, y, n, N: ct.Constant[int]):
    a = 10.0 ** 400
