"""Loads and stores of the same array in loops: what must keep its order"""
# launch: in_place [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shifted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: two_arrays [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: scattered [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def in_place(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        ct.store(x, (i,), ct.load(x, (i,), (N,)) * 2)


@ct.kernel
def shifted(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        ct.store(x, (i + 1,), ct.load(x, (i,), (N,)))


@ct.kernel
def two_arrays(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        a = ct.load(x, (i,), (N,))
        for j in range(i):
            ct.store(y, (j,), a)
            a = a + ct.load(y, (i,), (N,))
        ct.store(x, (i,), a)


@ct.kernel
def scattered(x, y, n, N: ct.Constant[int]):
    k = ct.arange(N, dtype=ct.int32)
    for i in range(n):
        v = ct.gather(x, k + i)
        ct.scatter(y, v, k)
        if i == 3:
            ct.scatter(x, k, v)
