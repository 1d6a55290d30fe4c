"""`atomic_min` on arrays of every data type, with orders, scopes and bounds."""
# launch: atomic_min [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_min [{"t":"uint32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_min [{"t":"int64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_min [{"t":"uint64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_min [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_min [{"t":"int8", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: options [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: two_dimensions [{"t":"uint32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: weak [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: wrong_type [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: cluster [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def atomic_min(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    a = ct.atomic_min(x, i, ct.ones((N,), x.dtype))
    b = ct.atomic_min(x, (i,), ct.full((), 2, x.dtype), check_bounds=False)
    ct.store(x, (0,), a + b + ct.atomic_min(x, 3, ct.full((), 1, x.dtype)))


@ct.kernel
def options(x, n, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    one = ct.ones((N,), ct.int32)
    for order in ct.static_iter((MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL)):
        ct.atomic_min(x, i, one, memory_order=order)
    for scope in ct.static_iter((MemoryScope.BLOCK, MemoryScope.DEVICE, MemoryScope.SYS)):
        one = ct.atomic_min(x, i, one, memory_scope=scope)
    ct.atomic_min(x, n, n)


@ct.kernel
def two_dimensions(x, M: Const, N: Const):
    i = ct.arange(M, dtype=ct.int32)[:, None]
    j = ct.arange(N, dtype=ct.int32)
    ct.store(x, (0, 0), ct.atomic_min(x, (i, j), ct.ones((N,), ct.uint32)))


@ct.kernel
def weak(x, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    ct.atomic_min(x, i, i, memory_order=MemoryOrder.WEAK, memory_scope=MemoryScope.NONE)


@ct.kernel
def wrong_type(x, N: Const):
    ct.atomic_min(x, ct.arange(N, dtype=ct.int32), ct.ones((N,), ct.float32))


@ct.kernel
def cluster(x, N: Const):
    ct.atomic_min(x, 0, ct.full((), 1, ct.int32), memory_scope=MemoryScope.CLUSTER)
