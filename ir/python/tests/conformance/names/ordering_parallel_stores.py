"""Stores of a loop that cannot meet are not ordered."""
# launch: parallel_stores [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def parallel_stores(x, y, z, n: int, T: Int):
    """Stores of a loop that cannot meet are not ordered."""
    i = ct.bid(0)
    for j in range(n):
        a = ct.load(x, (j,), (T,))
        ct.store(y, (j,), a)
        if j > 3:
            ct.store(z, (j,), a)
