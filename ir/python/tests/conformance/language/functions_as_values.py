"""Functions passed, compared, kept in tuples, chosen while compiling"""
# launch: passed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: compared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import operator

import cuda.tile as ct


def relu(t):
    return ct.maximum(t, 0)


def apply(f, t, *more):
    return f(t, *more)


@ct.kernel
def passed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), apply(relu, a) + apply(ct.maximum, a, n) + apply(operator.add, a, 1))


@ct.kernel
def compared(x, y, n, N: ct.Constant[int]):
    f = relu
    a = ct.load(x, (0,), (N,))
    if f == relu:
        a = a + 1
    if f != ct.exp:
        a = a + 2
    if ct.exp == ct.exp:
        a = a + 3
    ct.store(y, (0,), f(a))


@ct.kernel
def chosen(x, y, n, N: ct.Constant[int]):
    f = ct.exp if N == 16 else ct.log
    g = (relu, ct.abs)[N // 16]
    ct.store(y, (0,), f(ct.load(x, (0,), (N,))) + g(ct.load(x, (1,), (N,))))
