"""Loads, stores and views."""
# launch: in_place [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_place [{"t":"float32", "shape":[512], "stride":[0]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def in_place(x, y, n, N: Const):
    for i in range(n):
        a = ct.load(x, (i,), (N,))
        ct.store(y, (i,), a)
        ct.store(x, (i,), a + 1)
    for i in range(n):
        ct.store(y, (i,), ct.load(x, (n - i,), (N,)))
    if n > 2:
        ct.store(y, (0,), ct.load(y, (1,), (N,)))
    else:
        b = ct.load(x, (0,), (N,))
    ct.store(x, (1,), ct.load(y, (2,), (N,)))
