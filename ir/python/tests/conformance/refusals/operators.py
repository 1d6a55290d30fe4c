"""operands that do not fit"""
# launch: text_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arrays [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: array_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: functions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negative_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: not_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: inverted_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negative_none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: matmul_of_numbers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def text_and_number(x, y, n, N: ct.Constant[int]):
    a = "a" + 1


@ct.kernel
def tuple_and_number(x, y, n, N: ct.Constant[int]):
    a = (1, 2) * 2


@ct.kernel
def none_and_number(x, y, n, N: ct.Constant[int]):
    a = None + n


@ct.kernel
def arrays(x, y, n, N: ct.Constant[int]):
    a = x + y


@ct.kernel
def array_and_number(x, y, n, N: ct.Constant[int]):
    a = x * 2


@ct.kernel
def functions(x, y, n, N: ct.Constant[int]):
    a = ct.load + ct.store


@ct.kernel
def negative_text(x, y, n, N: ct.Constant[int]):
    a = -"text"


@ct.kernel
def not_tuple(x, y, n, N: ct.Constant[int]):
    a = not (1, 2)


@ct.kernel
def inverted_float(x, y, n, N: ct.Constant[int]):
    a = ~ct.load(x, (0,), (N,))


@ct.kernel
def negative_none(x, y, n, N: ct.Constant[int]):
    a = -None


@ct.kernel
def matmul_of_numbers(x, y, n, N: ct.Constant[int]):
    a = n @ n
