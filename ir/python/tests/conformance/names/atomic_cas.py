"""Compare and swap on arrays of every data type, with orders, scopes and bounds."""
# launch: atomic_cas [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"uint32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"int64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"uint64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"float64", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic_cas [{"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: options [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: wrong_type [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]


@ct.kernel
def atomic_cas(x, idx, N: Const):
    i = ct.load(idx, (0,), (N,))
    a = ct.atomic_cas(x, i, 0, ct.ones((N,), x.dtype))
    b = ct.atomic_cas(x, (i,), a, 2, check_bounds=False)
    ct.store(x, (0,), a + b + ct.atomic_cas(x, 3, 1, 2))


@ct.kernel
def options(x, n, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    for order in ct.static_iter((MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL)):
        ct.atomic_cas(x, i, 0, n, memory_order=order)
    for scope in ct.static_iter((MemoryScope.BLOCK, MemoryScope.DEVICE, MemoryScope.SYS)):
        n = ct.atomic_cas(x, n, n, n, memory_scope=scope)


@ct.kernel
def wrong_type(x, N: Const):
    ct.atomic_cas(x, ct.arange(N, dtype=ct.int32), 0, 1.5)
