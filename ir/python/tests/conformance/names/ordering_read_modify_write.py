"""Loads and stores of one array in a loop keep their order."""
# launch: read_modify_write [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def read_modify_write(x, y, n: int, T: Int):
    """Loads and stores of one array in a loop keep their order."""
    i = ct.bid(0)
    for j in range(n):
        a = ct.load(x, (j,), (T,))
        ct.store(x, (j,), a + 1.0)
        ct.store(y, (j,), a)
