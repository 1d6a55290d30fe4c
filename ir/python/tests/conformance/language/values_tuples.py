"""Tuples are taken apart, sliced, joined and compared."""
# launch: tuples [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]
SHAPE = (16, 32)


@ct.kernel
def tuples(x, y, T: Int):
    """Tuples are taken apart, sliced, joined and compared."""
    i = ct.bid(0)
    pair = (i, i + 1)
    p, q = pair
    triple = pair + (q * 2,)
    last = triple[-1]
    rest = triple[1:]
    a, (b, c) = 1.0, (2.0, 3.0)
    t = ct.load(x, (p,), (T,))
    if len(rest) == 2 and SHAPE == (16, 32) and T in (8, 16, 32):
        t = t * (a + b) - c
    ct.store(y, (last,), t)
