"""`atomic_max_offset` of an array's raw memory."""
# launch: atomic_max_offset [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_max_offset [{"t":"uint64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: options [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: wrong_type [{"t":"float64", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def atomic_max_offset(x, n, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int64)
    a = m.atomic_max_offset(o, ct.ones((N,), m.dtype)) + m.atomic_max_offset(n, ct.full((), 2, m.dtype))
    ct.store(x, (0,), a + m.atomic_max_offset(o, ct.full((), 3, m.dtype), mask=o < n))


@ct.kernel
def options(x, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int32)
    m.atomic_max_offset(o, o, mask=None, memory_order=MemoryOrder.RELAXED, memory_scope=MemoryScope.BLOCK)
    m.atomic_max_offset(o, o, memory_order=MemoryOrder.RELEASE, memory_scope=MemoryScope.SYS)


@ct.kernel
def wrong_type(x, N: Const):
    m = x.get_raw_memory()
    m.atomic_max_offset(0, ct.ones((N,), ct.float64), memory_scope=MemoryScope.NONE)
