"""A kernel that returns early, also from inside a loop."""
# launch: early_exit [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def early_exit(x, y, n: int, T: Int):
    """A kernel that returns early, also from inside a loop."""
    i = ct.bid(0)
    if i >= n:
        return
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j == 5:
            return
        ct.store(y, (j,), t)
