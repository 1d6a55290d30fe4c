"""shapes that do not fit"""
# launch: other_size [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: two_unknown [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negative [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: not_divisible [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def other_size(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).reshape((N, 2))


@ct.kernel
def two_unknown(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).reshape((-1, -1))


@ct.kernel
def negative(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).reshape((-2, 8))


@ct.kernel
def not_divisible(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).reshape((-1, 32))


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).reshape((n, 2))
