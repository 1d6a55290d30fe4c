"""Assignments: several targets, annotated ones, chains of names, type comments."""
import cuda.tile as ct

# launch: forms [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def forms(x, y, n: int, N: ct.Constant[int]) -> None:
    a = b = ct.load(x, (0,), (N,))
    c: ct.Tile = a + 1
    d: "anything" = b * 2
    e: int
    e = n
    (f), g = h = (c, d)
    i, (j, k) = l = (1, (2, 3))
    ct.store(y, (i,), f + g + h[0] + l[1][1])
    ct.store(y, (j,), a + k + e)
