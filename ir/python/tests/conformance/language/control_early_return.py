"""Loops, branches, jumps, functions."""
# launch: early_return [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def early_return(x, out, n, N: Const):
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if ct.sum(t) > 5:
            ct.store(out, (i,), t)
            return
        while ct.sum(t) < 0:
            t = t + 1
            if ct.max(t) > 7:
                return
    ct.store(out, (0,), ct.zeros((N,), ct.float32))
