"""Loads, stores and views."""
# launch: chosen [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


def copy(source, target, i, N):
    ct.store(target, (i,), ct.load(source, (i,), (N,)))


@ct.kernel
def chosen(x, y, out, n, N: Const):
    a = x
    for i in range(n):
        copy(a, out, i, N)
        a = y
    copy(a, out, n, N)
