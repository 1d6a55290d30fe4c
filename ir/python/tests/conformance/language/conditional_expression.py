"""Conditional expressions, nested, with constants, with tiles, in calls and indices."""
import cuda.tile as ct

# launch: conditional [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def conditional(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0 if n > 3 else n,), (N,))
    b = a if n > 1 else a * 2 if n > 0 else a * 3
    c = (1 if N > 8 else 2.5) + (n if n > 2 else 3)
    d = None if n > 100 else None
    ct.store(y, (1 if d is None else 2,), b + c)
    ct.store(y, (2,), (a + 1 if N == 16 else undefined) * (2 if n else 3))
