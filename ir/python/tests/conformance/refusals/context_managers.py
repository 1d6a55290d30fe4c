"""generators that are no context managers"""
# launch: two_yields [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_yield [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: conditional [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: returns [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: reused [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from contextlib import contextmanager

import cuda.tile as ct


@contextmanager
def twice():
    yield
    yield


@contextmanager
def never():
    a = 3


@contextmanager
def sometimes(n):
    if n > 3:
        yield


@contextmanager
def returning(n):
    yield
    return


@contextmanager
def fine(n):
    yield n


@ct.kernel
def two_yields(x, y, n, N: ct.Constant[int]):
    with twice():
        pass


@ct.kernel
def no_yield(x, y, n, N: ct.Constant[int]):
    with never():
        pass


@ct.kernel
def conditional(x, y, n, N: ct.Constant[int]):
    with sometimes(n):
        pass


@ct.kernel
def returns(x, y, n, N: ct.Constant[int]):
    with returning(n):
        pass


@ct.kernel
def reused(x, y, n, N: ct.Constant[int]):
    m = fine(n)
    with m:
        pass
    with m:
        pass
