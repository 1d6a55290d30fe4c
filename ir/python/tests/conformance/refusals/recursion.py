"""recursion without an end"""
# launch: endless [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: at_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def forever(t):
    return forever(t + 1)


def by_value(t, n):
    if n == 0:
        return t
    return by_value(t, n - 1)


@ct.kernel
def endless(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), forever(ct.load(x, (0,), (N,))))


@ct.kernel
def at_run_time(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), by_value(ct.load(x, (0,), (N,)), n))
