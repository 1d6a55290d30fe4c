"""Loops, branches, jumps, functions."""
# launch: counted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def counted(x, out, n, N: Const):
    acc = ct.zeros((N,), ct.float32)
    total = 0
    for i in range(n):
        acc += ct.load(x, (i,), (N,))
        total += i
    for i in range(2, n, 3):
        total = total - i
    ct.store(out, (0,), acc + total)
