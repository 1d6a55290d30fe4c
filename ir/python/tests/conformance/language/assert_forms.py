"""Assertions of the kernel with messages"""
# launch: asserted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def asserted(x, y, n, N: ct.Constant[int]):
    ct.assert_(n > 3)
    ct.assert_(n > 3, "too small")
    ct.assert_(ct.load(x, (0,), (N,)) > 0, "negative" + " value")
    if n > 5:
        ct.assert_(True)
    ct.store(y, (0,), ct.load(x, (0,), (N,)))
