"""Loops in loops, with carried values and a range in two parts."""
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def nested(x, y, n: int, T: Int):
    """Loops in loops, with carried values and a range in two parts."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    total = 0
    for j in range(n):
        for k in range(j, n, 2):
            acc = acc + ct.load(x, (j * n + k,), (T,))
            total += k
        total = total + 1
    ct.store(y, (i,), acc * total)
