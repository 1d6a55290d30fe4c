"""Accesses through pointers and atomic operations."""
# launch: atomics [{"t":"int32", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomics [{"t":"int64", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def atomics(x, u, f, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    r = ct.atomic_add(x, i, 1) + ct.atomic_xchg(x, i, 2) + ct.atomic_min(x, i, 3)
    r = r + ct.atomic_max(x, i, r, memory_order=MemoryOrder.RELAXED)
    r = r + ct.atomic_and(x, i, r) + ct.atomic_or(x, i, r) + ct.atomic_xor(x, i, r, check_bounds=False)
    four = ct.full((N,), 4, u.dtype)
    s = ct.atomic_min(u, i, four) + ct.atomic_max(u, i, four + 1)
    ct.atomic_add(f, i, ct.full((N,), 1.5, f.dtype), memory_order=MemoryOrder.RELEASE, memory_scope=MemoryScope.BLOCK)
    t = ct.atomic_cas(x, i, 0, r + s.astype(x.dtype), memory_order=MemoryOrder.ACQUIRE, memory_scope=MemoryScope.SYS)
    ct.store(x, (0,), t)
