"""Unpacking: nested targets, lists as targets, swapping."""
import cuda.tile as ct

# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: swapped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def nested(x, y, n, N: ct.Constant[int]):
    a, (b, c) = ct.load(x, (0,), (N,)), (n, 2.0)
    [d, [e]] = (b + 1, (c * 2,))
    (f), = (d,)
    ct.store(y, (f,), a * e + c)


@ct.kernel
def swapped(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b = ct.load(x, (1,), (N,))
    i, j = 0, n
    for k in range(n):
        a, b = b, a + 1
        i, j = j, i + k
    ct.store(y, (i,), a)
    ct.store(y, (j,), b)
