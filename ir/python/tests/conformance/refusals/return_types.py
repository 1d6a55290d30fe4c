"""helpers that return other types on other paths"""
# launch: mixed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: maybe [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: counted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def either(t, n):
    if n > 3:
        return t
    return 0


def sometimes(t, n):
    if n > 3:
        return t


def lengths(t, n):
    for i in range(n):
        if i > 2:
            return t, i
    return t


@ct.kernel
def mixed(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), either(ct.load(x, (0,), (N,)), n))


@ct.kernel
def maybe(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), sometimes(ct.load(x, (0,), (N,)), n))


@ct.kernel
def counted(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), lengths(ct.load(x, (0,), (N,)), n))
