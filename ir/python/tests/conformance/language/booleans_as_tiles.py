"""Boolean tiles: bitwise operators, not of constants, where, arithmetic."""
import cuda.tile as ct

# launch: masks [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def masks(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    m = (a > 1) & (a < 7) | (a == 9) ^ (a != 3)
    inverted = ~m
    ct.store(y, (0,), ct.where(m, a, 0))
    ct.store(y, (1,), ct.where(inverted, a, n))
    ct.store(y, (2,), m + a)
    ct.store(y, (3,), m.astype(ct.int32) + (m == inverted).astype(ct.int32))
    ct.store(y, (4,), ct.where(m & True, a, -a))
    ct.store(y, (5,), ct.where(n > 3, a, 0))
