"""arithmetic of booleans"""
# launch: subtracted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: negated [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: divided [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: remainder [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: power [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def subtracted(x, y, n, N: ct.Constant[int]):
    m = ct.load(x, (0,), (N,)) > 0
    a = m - m


@ct.kernel
def negated(x, y, n, N: ct.Constant[int]):
    m = ct.load(x, (0,), (N,)) > 0
    a = -m


@ct.kernel
def divided(x, y, n, N: ct.Constant[int]):
    m = ct.load(x, (0,), (N,)) > 0
    a = m / m


@ct.kernel
def remainder(x, y, n, N: ct.Constant[int]):
    m = ct.load(x, (0,), (N,)) > 0
    a = m % m


@ct.kernel
def power(x, y, n, N: ct.Constant[int]):
    m = ct.load(x, (0,), (N,)) > 0
    a = m ** 2
