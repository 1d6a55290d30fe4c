"""comprehensions of tuples in other forms"""
# launch: not_static [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: condition [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: target [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: undefined [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def not_static(x, y, n, N: ct.Constant[int]):
    t = tuple(i for i in range(3))


@ct.kernel
def condition(x, y, n, N: ct.Constant[int]):
    t = tuple(i for i in ct.static_iter(range(3)) if n > i)


@ct.kernel
def target(x, y, n, N: ct.Constant[int]):
    t = tuple(0 for x[0] in ct.static_iter(range(3)))


@ct.kernel
def undefined(x, y, n, N: ct.Constant[int]):
    t = tuple(i for i in ct.static_iter(range(j)) for j in ct.static_iter(range(3)))


@ct.kernel
def of_tile(x, y, n, N: ct.Constant[int]):
    t = tuple(ct.load(x, (0,), (N,)))
