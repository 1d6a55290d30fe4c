"""Loops, branches, jumps, functions."""
# launch: early_exit [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def early_exit(x, out, n, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        s = ct.sum(t)
        if s < 0:
            continue
        if s > 100:
            acc = acc + 1
            break
        acc = acc + t
    ct.store(out, (0,), acc)
