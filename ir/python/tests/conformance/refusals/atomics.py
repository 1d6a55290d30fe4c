"""atomic operations that do not exist"""
# launch: float_and [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: value_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: small [{"t":"int8", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: order [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: cas_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def float_and(x, y, n, N: ct.Constant[int]):
    a = ct.atomic_and(x, (0,), 1.0)


@ct.kernel
def value_shape(x, y, n, N: ct.Constant[int]):
    a = ct.atomic_add(x, ct.arange(N, dtype=ct.int32), ct.zeros((4,), ct.float32))


@ct.kernel
def small(x, y, n, N: ct.Constant[int]):
    a = ct.atomic_add(x, (0,), 1)


@ct.kernel
def order(x, y, n, N: ct.Constant[int]):
    a = ct.atomic_add(x, (0,), 1.0, memory_order=ct.MemoryOrder.WEAK)


@ct.kernel
def cas_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.atomic_cas(x, (0,), "a", "b")
