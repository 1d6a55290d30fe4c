"""Chained comparisons, conditional expressions, boolean operators as values."""
# launch: chained [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":9}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def chained(x, y, n: int, m: int, T: Int):
    """Chained comparisons, conditional expressions, boolean operators as values."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    ok = 0 <= n < m <= 100
    k = n if ok else m
    both = (n > 1 and m > 2) or not ok
    s = 2.0 if both else 0.5
    ct.store(y, (k,), a * s)
