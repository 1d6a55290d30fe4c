"""Gather and scatter, with masks and padding, and atomics."""
# launch: indirect [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":100}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def indirect(x, idx, y, n: int, T: Int):
    """Gather and scatter, with masks and padding, and atomics."""
    i = ct.bid(0)
    o = i * T + ct.arange(T, dtype=ct.int32)
    k = ct.gather(idx, (o,), padding_value=0)
    a = ct.gather(x, k, mask=k > 0, padding_value=-1.0)
    ct.scatter(y, o, a * 2.0)
    ct.scatter(y, (o + 1,), a, mask=o < n, check_bounds=False)
    old = ct.atomic_add(idx, o, 1)
    ct.atomic_xchg(idx, 0, n)
    ct.scatter(x, o, ct.astype(old, ct.float32))
