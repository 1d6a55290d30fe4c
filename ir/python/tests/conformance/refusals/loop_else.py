"""else of loops"""
# launch: for_else [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: while_else [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def for_else(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        pass
    else:
        ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def while_else(x, y, n, N: ct.Constant[int]):
    while n > 0:
        n = n - 1
    else:
        n = 3
