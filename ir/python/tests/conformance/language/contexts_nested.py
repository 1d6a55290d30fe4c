"""Several context managers, nested, with values, left early"""
# launch: several [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_loops [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: returned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from contextlib import contextmanager

import cuda.tile as ct


@contextmanager
def stored(y, i, t):
    yield t * 2
    ct.store(y, (i,), t)


@contextmanager
def nothing():
    yield


@ct.kernel
def several(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    with stored(y, 0, a) as b, stored(y, 1, b) as c:
        ct.store(y, (2,), c)


@ct.kernel
def nested(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    with nothing():
        with stored(y, n, a) as (b):
            a = a + b
            with nothing():
                ct.store(y, (3,), a)
    ct.store(y, (4,), a)


@ct.kernel
def in_loops(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in range(n):
        with stored(y, i, a) as b:
            if i > 3:
                break
            if i == 2:
                continue
            a = a + b
    ct.store(y, (5,), a)


@ct.kernel
def returned(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    with stored(y, 0, a):
        if n > 3:
            return
        ct.store(y, (1,), a)
