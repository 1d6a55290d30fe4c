"""formats that do not fit"""
# launch: too_few [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_as_int [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: int_as_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time_format [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: broken [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def too_few(x, y, n, N: ct.Constant[int]):
    ct.printf("%d %d", n)


@ct.kernel
def too_many(x, y, n, N: ct.Constant[int]):
    ct.printf("%d", n, n)


@ct.kernel
def float_as_int(x, y, n, N: ct.Constant[int]):
    ct.printf("%d", ct.load(x, (0,), (N,)))


@ct.kernel
def int_as_float(x, y, n, N: ct.Constant[int]):
    ct.printf("%f", n)


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    ct.printf("%s", n)


@ct.kernel
def run_time_format(x, y, n, N: ct.Constant[int]):
    ct.printf(n)


@ct.kernel
def broken(x, y, n, N: ct.Constant[int]):
    ct.printf("%", n)
