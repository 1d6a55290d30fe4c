"""Splitting with jumps, nested loops, several conditions"""
# launch: with_jumps [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
# launch: stores [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
# launch: combined [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def with_jumps(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        if i < m:
            acc = acc + 1
        if ct.sum(acc) > 100:
            break
        acc = acc * 2
    ct.store(y, (0,), acc)


@ct.kernel
def nested(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        for j in range(m):
            if j <= i:
                acc = acc + ct.load(x, (j,), (N,))
        if i >= m:
            acc = acc * 2
    ct.store(y, (0,), acc)


@ct.kernel
def stores(x, y, n, m, N: ct.Constant[int]):
    for i in range(n):
        if i < m:
            ct.store(y, (i,), ct.load(x, (i,), (N,)))
        else:
            ct.store(y, (i,), ct.zeros((N,), ct.float32))


@ct.kernel
def combined(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        if i < m and i > 1:
            acc = acc + 1
        if not i > m:
            acc = acc + 2
        acc = acc + (1 if i < 4 else 2)
    ct.store(y, (0,), acc)
