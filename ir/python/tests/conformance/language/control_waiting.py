"""Loops, branches, jumps, functions."""
# launch: waiting [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def waiting(x, out, n, N: Const):
    i = 0
    a = ct.zeros((N,), ct.float32)
    while i < n:
        t = ct.load(x, (i,), (N,))
        i = i + 1
        if ct.min(t) < 0:
            continue
        a = a + t
        if ct.max(a) > 10:
            break
    while True:
        if i > 100:
            break
        i = i * 2
    ct.store(out, (i,), a)
