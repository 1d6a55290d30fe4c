"""Values that differ by branch; one of them unchanged."""
# launch: branch [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def branch(x, y, n: int, T: Int):
    """Values that differ by branch; one of them unchanged."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = a
    if n > 3:
        a = a + 1.0
        c = a * 2.0
    else:
        c = a - 1.0
    ct.store(y, (i,), a + b * c)
