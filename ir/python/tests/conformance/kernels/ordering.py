"""Order of memory accesses."""

import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def read_modify_write(x, y, n: int, T: Int):
    """Loads and stores of one array in a loop keep their order."""
    i = ct.bid(0)
    for j in range(n):
        a = ct.load(x, (j,), (T,))
        ct.store(x, (j,), a + 1.0)
        ct.store(y, (j,), a)


@ct.kernel
def conditional_store(x, y, n: int, T: Int):
    """Accesses in branches, and after them."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    if n > 2:
        ct.store(y, (i,), a)
        b = ct.load(y, (i,), (T,))
    else:
        b = ct.load(x, (i + 1,), (T,))
        ct.store(x, (i,), b)
    ct.store(y, (i,), a + b)


@ct.kernel
def acquire_release(x, flag, y, n: int, T: Int):
    """Accesses with memory order."""
    i = ct.bid(0)
    f = ct.load(flag, (i,), (1,), memory_order=ct.MemoryOrder.ACQUIRE, memory_scope=ct.MemoryScope.DEVICE)
    a = ct.load(x, (i,), (T,))
    ct.store(y, (i,), a + ct.astype(f, ct.float32))
    ct.store(flag, (i,), f + 1, memory_order=ct.MemoryOrder.RELEASE, memory_scope=ct.MemoryScope.DEVICE)
    for j in range(n):
        ct.atomic_cas(flag, j, 0, 1)
        ct.store(y, (j,), a)


@ct.kernel
def parallel_stores(x, y, z, n: int, T: Int):
    """Stores of a loop that cannot meet are not ordered."""
    i = ct.bid(0)
    for j in range(n):
        a = ct.load(x, (j,), (T,))
        ct.store(y, (j,), a)
        if j > 3:
            ct.store(z, (j,), a)


@ct.kernel
def fused(x, y, T: Int):
    """Multiplications and additions that become one operation, and some that do not."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.load(y, (i,), (T,))
    p = a * b
    c = p + a
    d = b - a * 2.0
    e = a * 3.0 - b
    q = a * a
    f = q + q
    g = ct.add(ct.mul(a, b, rounding_mode=ct.RoundingMode.RZ), a)
    ct.store(y, (i,), c + d * e + f + g + p)
