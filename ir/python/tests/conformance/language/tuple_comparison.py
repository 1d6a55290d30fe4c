"""Comparison of tuples and membership in them."""
import cuda.tile as ct

# launch: constant [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: scalars [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: members [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: members [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":32}]


@ct.kernel
def constant(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if (N, 2) == (16, 2):
        a = a + 1
    if (N, "a", ct.float32) != (16, "a", ct.float16):
        a = a * 2
    if (1, 2) == (1, 2, 3):
        a = a / 3
    ct.store(y, (0,), a)


@ct.kernel
def scalars(x, y, n, N: ct.Constant[int]):
    i = ct.bid(0)
    a = ct.load(x, (i,), (N,))
    if (i, n) == (n, i):
        a = a + 1
    if (i, (n, 3)) != (n, (i, 3)):
        a = a * 2
    if (i, n) == (n,):
        a = a / 3
    ct.store(y, (0,), a)


@ct.kernel
def members(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if N in (8, 16):
        a = a + 1
    if N not in (8, 16):
        a = a - 1
    if n in (1, 2, 5):
        a = a * 2
    if n not in (3, n + 1):
        a = a * 3
    if x.dtype in (ct.float16, ct.float32):
        a = a * 4
    if n in ():
        a = a * 5
    ct.store(y, (0,), a)
