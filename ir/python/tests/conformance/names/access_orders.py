"""Loads, stores and views."""
# launch: orders [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[4]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def orders(x, flag, out, N: Const):
    f = ct.load(flag, (0,), (1,), memory_order=MemoryOrder.ACQUIRE, memory_scope=MemoryScope.DEVICE)
    a = ct.load(x, (0,), (N,))
    b = ct.load(x, (1,), (N,), memory_order=MemoryOrder.RELAXED, memory_scope=MemoryScope.SYS)
    ct.store(out, (0,), a + b)
    ct.store(flag, (0,), f + 1, memory_order=MemoryOrder.RELEASE, memory_scope=MemoryScope.DEVICE)
