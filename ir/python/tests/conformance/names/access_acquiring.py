"""Loads, stores and views."""
# launch: acquiring [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def acquiring(x, flag, out, n, N: Const):
    for i in range(n):
        if ct.sum(ct.load(flag, (i,), (1,), memory_order="ACQUIRE", memory_scope="DEVICE")) > 0:
            a = ct.load(x, (i,), (N,))
        else:
            a = ct.zeros((N,), ct.float32)
        ct.store(out, (i,), a)
    ct.store(out, (n,), ct.load(x, (n,), (N,)))
