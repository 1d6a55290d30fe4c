"""Loops, branches, jumps, functions."""
# launch: unassigned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def unassigned(x, out, n, N: Const):
    for i in range(n):
        last = ct.load(x, (i,), (N,))
        count = i
    ct.store(out, (0,), ct.zeros((N,), ct.float32))
    if n > 2:
        kept = ct.load(x, (0,), (N,))
        ct.store(out, (1,), kept)
