"""A loop without a count."""
# launch: while_loop [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def while_loop(x, y, n: int, T: Int):
    """A loop without a count."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    j = i
    while j < n:
        acc = acc + ct.load(x, (j,), (T,))
        j = j + ct.num_blocks(0)
        if j == 100:
            break
    ct.store(y, (i,), acc)
