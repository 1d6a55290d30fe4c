"""global and nonlocal"""
# launch: declared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: only_declared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nonlocal_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

TOTAL = 3


@ct.kernel
def declared(x, y, n, N: ct.Constant[int]):
    global TOTAL
    TOTAL = n


@ct.kernel
def only_declared(x, y, n, N: ct.Constant[int]):
    global TOTAL
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * TOTAL)


@ct.kernel
def nonlocal_(x, y, n, N: ct.Constant[int]):
    a = 1
    def inner():
        nonlocal a
        a = 2
    inner()
