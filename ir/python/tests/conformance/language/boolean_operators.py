"""and, or, not: short circuits, constants, results that are values."""
import cuda.tile as ct

# launch: booleans [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def booleans(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    i = ct.bid(0)
    if n > 1 and i > 2 and n > i:
        a = a + 1
    if n > 1 or i > 2 or n > i:
        a = a + 2
    if not (n > 1 and not i > 2) or N == 8:
        a = a + 3
    if N == 16 and n > 3:
        a = a + 4
    if N == 8 and undefined_name:
        a = a + 5
    if N == 16 or undefined_name:
        a = a + 6
    if n and i:
        a = a + 7
    both = n > 1 and i > 1
    either = both or n == 3
    if not either:
        a = a + 8
    if not n:
        a = a + 9
    ct.store(y, (0,), a)
