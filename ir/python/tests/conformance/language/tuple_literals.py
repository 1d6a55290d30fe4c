"""Tuples: literals, nesting, indexing from both ends."""
import cuda.tile as ct

# launch: literals [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_one [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def literals(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    nested = (a, (n, (2.5, "text")), ())
    ct.store(y, (0,), nested[0] + nested[1][0] * nested[1][1][0])
    ct.store(y, (nested[-2][-2],), nested[-3] + len(nested) + len(nested[-1]))


@ct.kernel
def of_one(x, y, n, N: ct.Constant[int]):
    index = n,
    shape = N,
    ct.store(y, index, ct.load(x, index, shape))
