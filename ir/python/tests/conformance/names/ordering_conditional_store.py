"""Accesses in branches, and after them."""
# launch: conditional_store [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


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
