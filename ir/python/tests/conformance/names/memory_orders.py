"""`MemoryOrder` and `MemoryScope` as values: compared, chosen, passed on."""
# launch: chosen [{"t":"int32", "shape":[64]}, {"b":true}, {"i":16}]
# launch: chosen [{"t":"int32", "shape":[64]}, {"b":false}, {"i":16}]
# launch: by_name [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: unknown [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope

Const = ct.Constant[int]
SCOPE = MemoryScope.SYS


def add(x, order, scope=SCOPE):
    return ct.atomic_add(x, 0, 1, memory_order=order, memory_scope=scope)


@ct.kernel
def chosen(x, strong: ct.Constant[bool], N: Const):
    order = MemoryOrder.ACQ_REL if strong else MemoryOrder.RELAXED
    if order == MemoryOrder.RELAXED and SCOPE != MemoryScope.BLOCK:
        add(x, order, MemoryScope.DEVICE)
    a = add(x, order=order)
    ct.store(x, (1,), a, memory_order=MemoryOrder.WEAK, memory_scope=MemoryScope.NONE)


@ct.kernel
def by_name(x, N: Const):
    ct.atomic_add(x, 0, 1, memory_order=ct.MemoryOrder["RELEASE"])


@ct.kernel
def unknown(x, N: Const):
    ct.atomic_add(x, 0, 1, memory_order=MemoryOrder.SEQ_CST)
