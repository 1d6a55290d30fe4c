"""`with` statements and generator context managers."""
# launch: left_early [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[1]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
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
