"""Carried values that nobody reads after the loop, or inside it."""
# launch: unused_carry [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def unused_carry(x, y, n: int, T: Int):
    """Carried values that nobody reads after the loop, or inside it."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    dead = ct.ones((T,), ct.float32)
    last = ct.zeros((T,), ct.float32)
    for j in range(n):
        dead = dead * 2.0
        last = ct.load(x, (j,), (T,))
        acc = acc + last
    ct.store(y, (i,), acc)
