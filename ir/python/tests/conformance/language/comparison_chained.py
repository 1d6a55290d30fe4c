"""Chained comparisons: of scalars, of constants, mixed."""
import cuda.tile as ct

# launch: chained [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def chained(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    i = ct.bid(0)
    if 0 < n < 10:
        a = a + 1
    if 0 <= i < n <= 100 != i:
        a = a + 2
    if 1 < N < 32:
        a = a + 3
    if 1 < N < n:
        a = a + 4
    b = n < i < 5
    if b:
        a = a + 5
    if 1 == 1.0 == True:
        a = a + 6
    ct.store(y, (0,), a)
