"""A loop that is split where its counter passes a bound."""
# launch: split [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def split(x, y, n: int, m: int, T: Int):
    """A loop that is split where its counter passes a bound."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j >= m:
            t = t * 2.0
        acc = acc + t
    ct.store(y, (i,), acc)
