"""`with` statements and generator context managers."""
from contextlib import contextmanager

import cuda.tile as ct

Const = ct.Constant[int]


@contextmanager
def held(flag):
    while ct.atomic_cas(flag, 0, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    yield
    ct.atomic_xchg(flag, 0, 0, memory_order=ct.MemoryOrder.RELEASE)


@contextmanager
def scaled(x, i, N, by=2.0):
    t = ct.load(x, (i,), (N,))
    yield t * by
    ct.store(x, (i,), t)


@ct.kernel
def locked(flag, x, N: Const):
    with held(flag):
        a = ct.load(x, (0,), (N,))
        ct.store(x, (0,), a + 1)


@ct.kernel
def yielding(x, out, n, N: Const):
    with scaled(x, ct.bid(0), N) as t:
        ct.store(out, (0,), t)
    for i in range(n):
        with scaled(x, i, N, by=3.0) as t:
            if ct.sum(t) > 3:
                continue
            ct.store(out, (i,), t)


@ct.kernel
def left_early(x, flag, out, n, N: Const):
    for i in range(n):
        with scaled(x, i, N) as t, held(flag):
            if i == 3:
                break
            ct.store(out, (i,), t)
    with held(flag):
        if n > 5:
            return
    ct.store(out, (n,), ct.zeros((N,), ct.float32))
