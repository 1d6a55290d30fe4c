"""`with` statements and generator context managers."""
# launch: locked [{"t":"int32", "shape":[1]}, {"t":"float32", "shape":[64]}, {"i":16}]
from contextlib import contextmanager
import cuda.tile as ct

Const = ct.Constant[int]


@contextmanager
def held(flag):
    while ct.atomic_cas(flag, 0, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    yield
    ct.atomic_xchg(flag, 0, 0, memory_order=ct.MemoryOrder.RELEASE)


@ct.kernel
def locked(flag, x, N: Const):
    with held(flag):
        a = ct.load(x, (0,), (N,))
        ct.store(x, (0,), a + 1)
