"""Accesses through pointers and atomic operations."""
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def gathered(x, idx, out, N: Const):
    i = ct.load(idx, (ct.bid(0),), (N,))
    r = ct.gather(x, i) + ct.gather(x, i, padding_value=1, latency=2)
    r = r + ct.gather(x, i + 1, mask=i > 3) + ct.gather(x, i, check_bounds=False)
    r = r + ct.gather(x, ct.bid(0))
    ct.scatter(out, i, r)
    ct.scatter(out, i, 0, mask=r > 1, check_bounds=False, latency=3)


@ct.kernel
def gathered_2d(x, out, M: Const, N: Const):
    rows = ct.arange(M, dtype=ct.int32)[:, None] + ct.bid(0)
    cols = ct.arange(N, dtype=ct.int32)
    r = ct.gather(x, (rows, cols), padding_value=ct.full((), -1, ct.int8))
    ct.scatter(out, (rows, cols), r * 2)
    ct.scatter(out, (0, ct.bid(0)), 3)


@ct.kernel
def raw(x, out, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int64)
    a = m.load_offset(o) + m.load_offset(o + 1, mask=o < 3, padding_value=2.0, latency=1)
    out.get_raw_memory().store_offset(o, a.astype(m.dtype), mask=a > 0)


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


@ct.kernel
def atomic_memory(x, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int32)
    r = m.atomic_add_offset(o, 1) + m.atomic_cas_offset(o, 1, 2, mask=o > 1)
    m.atomic_xchg_offset(o, r, mask=o < 5)
    m.atomic_max_offset(0, 4)


@ct.kernel
def atomic_views(x, f, n, N: Const):
    v = x.tiled_view((N,))
    w = f.tiled_view((N,))
    for i in range(n):
        v.atomic_store_add((i,), ct.arange(N, dtype=ct.int32))
        v.atomic_store_max((i,), 3)
        v.atomic_store_xor((i,), ct.full((N,), 5, ct.int32))
        w.atomic_store_add((i,), ct.full((N,), 1.0, f.dtype))


@ct.kernel
def lock(flag, out, N: Const):
    while ct.atomic_cas(flag, 0, 0, 1, memory_order=MemoryOrder.ACQUIRE) == 1:
        pass
    a = ct.load(out, (0,), (N,))
    ct.store(out, (0,), a + 1)
    ct.atomic_xchg(flag, 0, 0, memory_order=MemoryOrder.RELEASE)


@ct.kernel
def dependent_launch(x, out, N: Const):
    ct.grid_dependency_control_wait()
    a = ct.load(x, (0,), (N,))
    ct.grid_dependency_control_launch_dependents()
    ct.store(out, (0,), a)
