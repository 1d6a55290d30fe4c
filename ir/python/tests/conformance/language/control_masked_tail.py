"""Loops, branches, jumps, functions."""
# launch: masked_tail [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def masked_tail(x, out, n, m, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if i >= m:
            t = ct.where(ct.arange(N, dtype=ct.int32) < m, t, 0.0)
        acc = acc + t
    for j in range(n):
        if m > j:
            acc = acc * 2
        else:
            acc = acc + 1
    ct.store(out, (0,), acc)
