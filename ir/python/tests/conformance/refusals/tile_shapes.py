"""shapes that tiles cannot have"""
# launch: not_power_of_two [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negative [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: zero [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: load_not_power [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def not_power_of_two(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((3,), ct.float32)


@ct.kernel
def negative(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((-2,), ct.float32)


@ct.kernel
def zero(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (0,))


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((n,), ct.float32)


@ct.kernel
def float_(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((2.0,), ct.float32)


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    a = ct.zeros("16", ct.float32)


@ct.kernel
def load_not_power(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (12,))


@ct.kernel
def rank(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (4, 4))


@ct.kernel
def index_rank(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (N,))
