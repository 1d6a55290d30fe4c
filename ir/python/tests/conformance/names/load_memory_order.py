"""Memory order and scope of loads; what goes together and what does not."""
# launch: load_memory_order [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: released [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: without_scope [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: weak_with_scope [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: cluster [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: names [{"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def load_memory_order(x, N: Const):
    a = ct.load(x, (0,), (N,), memory_order=MemoryOrder.WEAK, memory_scope=MemoryScope.NONE)
    for scope in ct.static_iter((MemoryScope.BLOCK, MemoryScope.DEVICE, MemoryScope.SYS)):
        a = a + ct.load(x, (1,), (N,), memory_order=MemoryOrder.RELAXED, memory_scope=scope)
        a = a + ct.load(x, (2,), (N,), memory_order=MemoryOrder.ACQUIRE, memory_scope=scope)
    ct.store(x, (0,), a)


@ct.kernel
def released(x, N: Const):
    a = ct.load(x, (0,), (N,), memory_order=MemoryOrder.RELEASE, memory_scope=MemoryScope.DEVICE)
    ct.store(x, (0,), a)


@ct.kernel
def without_scope(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), memory_order=MemoryOrder.ACQUIRE))


@ct.kernel
def weak_with_scope(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), memory_scope=MemoryScope.DEVICE))


@ct.kernel
def cluster(x, N: Const):
    a = ct.load(x, (0,), (N,), memory_order=MemoryOrder.ACQUIRE, memory_scope=MemoryScope.CLUSTER)
    ct.store(x, (0,), a)


@ct.kernel
def names(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), memory_order="relaxed", memory_scope="device"))
