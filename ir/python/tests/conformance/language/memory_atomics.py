"""Atomics between loads and stores, in branches and loops"""
# launch: ordered [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: looped [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def ordered(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.atomic_add(x, (0,), 1)
    b = ct.load(x, (0,), (N,))
    if n > 3:
        ct.atomic_max(y, (0,), n)
    ct.store(y, (0,), a + b)


@ct.kernel
def looped(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        old = ct.atomic_add(y, (i,), 1)
        if old == 3:
            break
        ct.store(x, (i,), ct.load(x, (i,), (N,)))
    while ct.atomic_cas(y, (0,), 0, 1) != 0:
        pass
    ct.store(x, (0,), ct.load(y, (0,), (N,)))
