"""assumptions that contradict"""
# launch: constant [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: zero [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def constant(x, y, n, N: ct.Constant[int]):
    a = ct.assume_divisible_by(7, 2)


@ct.kernel
def zero(x, y, n, N: ct.Constant[int]):
    a = ct.assume_divisible_by(n, 0)


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    a = ct.assume_divisible_by(n, n)


@ct.kernel
def float_(x, y, n, N: ct.Constant[int]):
    a = ct.assume_divisible_by(2.5, 2)
