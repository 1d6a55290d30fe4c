"""Accesses through pointers and atomic operations."""
# launch: lock [{"t":"int32", "shape":[1]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder

Const = ct.Constant[int]


@ct.kernel
def lock(flag, out, N: Const):
    while ct.atomic_cas(flag, 0, 0, 1, memory_order=MemoryOrder.ACQUIRE) == 1:
        pass
    a = ct.load(out, (0,), (N,))
    ct.store(out, (0,), a + 1)
    ct.atomic_xchg(flag, 0, 0, memory_order=MemoryOrder.RELEASE)
