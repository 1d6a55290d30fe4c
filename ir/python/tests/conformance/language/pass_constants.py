"""Constants in loops and branches, large ones, repeated ones"""
# launch: repeated [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: propagated [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shapes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def repeated(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        acc = acc + ct.full((N,), 2.0, ct.float32) + ct.ones((N,), ct.float32) * 2.0
        if i > 2:
            acc = acc + 2.0
    ct.store(y, (0,), acc + 2.0)
    ct.store(y, (1,), ct.zeros((N,), ct.float32))


@ct.kernel
def propagated(x, y, n, N: ct.Constant[int]):
    k = 3
    for i in range(n):
        k = 3
    if n > 2:
        j = 5
    else:
        j = 5
    ct.store(y, (k + j,), ct.load(x, (k * j,), (N,)))


@ct.kernel
def shapes(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((4, 4), ct.float32) + ct.arange(4, dtype=ct.int32)
    ct.store(y, (0,), ct.reshape(acc, (N,)))
