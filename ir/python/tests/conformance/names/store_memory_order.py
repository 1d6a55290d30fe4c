"""Memory order and scope of stores."""
# launch: store_memory_order [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: acquired [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: without_scope [{"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def store_memory_order(x, N: Const):
    a = ct.load(x, (0,), (N,))
    for scope in ct.static_iter((MemoryScope.BLOCK, MemoryScope.DEVICE, MemoryScope.SYS)):
        ct.store(x, (1,), a, memory_order=MemoryOrder.RELAXED, memory_scope=scope)
        ct.store(x, (2,), a, memory_order=MemoryOrder.RELEASE, memory_scope=scope)
    ct.store(x, (3,), a, memory_order=MemoryOrder.WEAK)


@ct.kernel
def acquired(x, N: Const):
    ct.store(x, (0,), 1.0, memory_order=MemoryOrder.ACQ_REL, memory_scope=MemoryScope.SYS)


@ct.kernel
def without_scope(x, N: Const):
    ct.store(x, (0,), 1.0, memory_order=MemoryOrder.RELEASE)
