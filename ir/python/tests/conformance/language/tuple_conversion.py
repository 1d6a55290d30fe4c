"""tuple() of a tuple, len, bool."""
import cuda.tile as ct

# launch: converted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def converted(x, y, n, N: ct.Constant[int]):
    values = tuple((n, 3))
    ct.store(y, (values[0],), ct.load(x, (0,), (N,)) + len(values) + len(x.shape))
