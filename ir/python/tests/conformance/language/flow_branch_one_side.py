"""A variable assigned in one branch only, and used only there."""
# launch: branch_one_side [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def branch_one_side(x, y, n: int, T: Int):
    """A variable assigned in one branch only, and used only there."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    if n > 3 and n < 10:
        d = a * a
        ct.store(y, (i,), d)
    elif n == 2 or i == 0:
        ct.store(y, (i,), a)
