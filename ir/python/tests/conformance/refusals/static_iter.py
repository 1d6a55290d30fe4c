"""iterables of static loops"""
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: outside [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: two_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: lists [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: exception_outside [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(3):
        pass


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(range(n)):
        pass


@ct.kernel
def outside(x, y, n, N: ct.Constant[int]):
    a = ct.static_iter((1, 2))


@ct.kernel
def two_arguments(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(1, 2):
        pass


@ct.kernel
def too_many(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(range(2000)):
        pass


@ct.kernel
def lists(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter([[1], [2]]):
        pass


@ct.kernel
def exception_outside(x, y, n, N: ct.Constant[int]):
    a = ct.static_exception(ValueError("text"))
