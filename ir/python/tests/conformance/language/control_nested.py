"""Loops, branches, jumps, functions."""
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def nested(x, out, n, m, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        inner = ct.zeros((N,), ct.float32)
        for j in range(m):
            if j < i:
                inner = inner + ct.load(x, (j,), (N,))
            c = ct.full((N,), 2.0, ct.float32) * m
            inner = inner + c
        acc = acc + inner
        if ct.sum(acc) > 3:
            break
    ct.store(out, (0,), acc)
