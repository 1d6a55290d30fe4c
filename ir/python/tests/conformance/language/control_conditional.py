"""Loops, branches, jumps, functions."""
# launch: conditional [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def conditional(x, out, n, N: Const):
    if n > 3:
        a = ct.load(x, (0,), (N,))
        k = n
    elif n == 1:
        a = ct.load(x, (1,), (N,)) * 2
        k = n + 1
    else:
        a = ct.zeros((N,), ct.float32)
        k = 7
    b = a + 1 if k > 5 and n != 2 else a - 1
    if ct.bid(0) == 0 or n < 0:
        ct.store(out, (0,), b)
        return
    ct.store(out, (1,), b + k)
