"""Python's functions that kernels do not have"""
# launch: sorted_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: sum_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: isinstance_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: zip_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: list_of [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: round_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: open_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: super_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: exception [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: any_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def sorted_(x, y, n, N: ct.Constant[int]):
    a = sorted((2, 1))


@ct.kernel
def sum_(x, y, n, N: ct.Constant[int]):
    a = sum((1, 2))


@ct.kernel
def isinstance_(x, y, n, N: ct.Constant[int]):
    a = isinstance(n, int)


@ct.kernel
def zip_(x, y, n, N: ct.Constant[int]):
    a = zip((1, 2), (3, 4))


@ct.kernel
def list_of(x, y, n, N: ct.Constant[int]):
    a = list((1, 2))


@ct.kernel
def round_(x, y, n, N: ct.Constant[int]):
    a = round(2.5)


@ct.kernel
def open_(x, y, n, N: ct.Constant[int]):
    a = open("file")


@ct.kernel
def super_(x, y, n, N: ct.Constant[int]):
    a = super()


@ct.kernel
def exception(x, y, n, N: ct.Constant[int]):
    a = ValueError("text")


@ct.kernel
def any_(x, y, n, N: ct.Constant[int]):
    a = any((True, False))
