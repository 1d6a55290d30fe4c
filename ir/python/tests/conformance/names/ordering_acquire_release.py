"""Accesses with memory order."""
# launch: acquire_release [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def acquire_release(x, flag, y, n: int, T: Int):
    """Accesses with memory order."""
    i = ct.bid(0)
    f = ct.load(flag, (i,), (1,), memory_order=ct.MemoryOrder.ACQUIRE, memory_scope=ct.MemoryScope.DEVICE)
    a = ct.load(x, (i,), (T,))
    ct.store(y, (i,), a + ct.astype(f, ct.float32))
    ct.store(flag, (i,), f + 1, memory_order=ct.MemoryOrder.RELEASE, memory_scope=ct.MemoryScope.DEVICE)
    for j in range(n):
        ct.atomic_cas(flag, j, 0, 1)
        ct.store(y, (j,), a)
