"""data types that do not fit"""
# launch: no_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: python_type [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: astype_missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bitcast_width [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arange_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arange_size [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arange_no_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: full_value [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_of_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: int_of_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: int_of_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtype_of_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtype_of_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtype_of_two [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def no_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((4,), 3)


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((4,), "float32")


@ct.kernel
def python_type(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((4,), list)


@ct.kernel
def astype_missing(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).astype()


@ct.kernel
def bitcast_width(x, y, n, N: ct.Constant[int]):
    a = ct.bitcast(ct.load(x, (0,), (N,)), ct.int16)


@ct.kernel
def arange_run_time(x, y, n, N: ct.Constant[int]):
    a = ct.arange(n, dtype=ct.int32)


@ct.kernel
def arange_size(x, y, n, N: ct.Constant[int]):
    a = ct.arange(12, dtype=ct.int32)


@ct.kernel
def arange_no_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.arange(16)


@ct.kernel
def full_value(x, y, n, N: ct.Constant[int]):
    a = ct.full((4,), "text", ct.float32)


@ct.kernel
def float_of_tile(x, y, n, N: ct.Constant[int]):
    a = float(ct.load(x, (0,), (N,)))


@ct.kernel
def int_of_run_time(x, y, n, N: ct.Constant[int]):
    a = int(n)


@ct.kernel
def int_of_text(x, y, n, N: ct.Constant[int]):
    a = int("many")


@ct.kernel
def dtype_of_tile(x, y, n, N: ct.Constant[int]):
    a = ct.float16(ct.load(x, (0,), (N,)))


@ct.kernel
def dtype_of_text(x, y, n, N: ct.Constant[int]):
    a = ct.float32("many")


@ct.kernel
def dtype_of_two(x, y, n, N: ct.Constant[int]):
    a = ct.float32(1, 2)
