"""Jumps out of a counted loop."""
# launch: break_and_continue [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def break_and_continue(x, y, n: int, T: Int):
    """Jumps out of a counted loop."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    for j in range(0, n):
        if j == 7:
            break
        t = ct.load(x, (j,), (T,))
        if j % 2 == 0:
            continue
        acc = acc + t
    ct.store(y, (i,), acc)
