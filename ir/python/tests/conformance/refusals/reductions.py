"""functions and operands of reductions"""
# launch: parameters [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: result [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: effects [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: branching [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: looping [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nesting [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_function [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: identities [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: identity_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_nothing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: scan_effects [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rounding [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def add(a, b):
    return a + b


def wrong_count(a):
    return a


def wrong_type(a, b):
    return (a, b)


def stores(a, b):
    print(a)
    return a + b


def branches(a, b):
    if a > b:
        return a
    return b


def loops(a, b):
    for i in range(3):
        a = a + b
    return a


def nested(a, b):
    return ct.sum(a) + b


@ct.kernel
def parameters(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, wrong_count, 0.0)


@ct.kernel
def result(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, wrong_type, 0.0)


@ct.kernel
def effects(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, stores, 0.0)


@ct.kernel
def branching(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, branches, 0.0)


@ct.kernel
def looping(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, loops, 0.0)


@ct.kernel
def nesting(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, nested, 0.0)


@ct.kernel
def no_function(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, 3, 0.0)


@ct.kernel
def identities(x, y, n, N: ct.Constant[int]):
    t = ct.load(x, (0,), (N,))
    a = ct.reduce((t, t), 0, add, (0.0,))


@ct.kernel
def identity_run_time(x, y, n, N: ct.Constant[int]):
    a = ct.reduce(ct.load(x, (0,), (N,)), 0, add, n)


@ct.kernel
def of_nothing(x, y, n, N: ct.Constant[int]):
    a = ct.reduce((), 0, add, ())


@ct.kernel
def scan_effects(x, y, n, N: ct.Constant[int]):
    a = ct.scan(ct.load(x, (0,), (N,)), 0, stores, 0.0)


@ct.kernel
def rounding(x, y, n, N: ct.Constant[int]):
    a = ct.sum(ct.load(x, (0,), (N,)), rounding_mode=ct.RoundingMode.RN)


@ct.kernel
def of_number(x, y, n, N: ct.Constant[int]):
    a = ct.sum("text")
