"""wrong numbers of values"""
# launch: too_few [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def too_few(x, y, n, N: ct.Constant[int]):
    a, b, c = (n, N)


@ct.kernel
def too_many(x, y, n, N: ct.Constant[int]):
    a, b = (1, 2, 3)


@ct.kernel
def no_tuple(x, y, n, N: ct.Constant[int]):
    a, b = n


@ct.kernel
def tile(x, y, n, N: ct.Constant[int]):
    a, b = ct.load(x, (0,), (2,))
