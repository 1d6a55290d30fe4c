"""Arithmetic on constants happens while compiling."""
# launch: constants [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}, {"f":2.5}, {"i":1}]
import math
import cuda.tile as ct

Int = ct.Constant[int]
HALF = 0.5
NEG_BIG = -1.0e30


@ct.kernel
def constants(x, y, T: Int, F: ct.Constant[float], B: ct.Constant[bool]):
    """Arithmetic on constants happens while compiling."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T // 2 * 2,))
    k = (T ** 2 - 1) // 3 % 7 + (T << 1) - (T >> 1) | 1
    if B:
        a = a * (F / 3) + HALF
    a = ct.where(a > NEG_BIG, a, float("-inf"))
    ct.store(y, (i,), a * math.pi + k + int(F))
