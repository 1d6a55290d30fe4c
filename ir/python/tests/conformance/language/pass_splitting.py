"""Loops that are split where a comparison with the induction variable changes."""
import cuda.tile as ct

# launch: below [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
# launch: several [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]
# launch: stepped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":3}, {"i":16}]


@ct.kernel
def below(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if i < m:
            t = t * 2
        acc = acc + t
    ct.store(y, (0,), acc)


@ct.kernel
def several(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if i >= m:
            t = t * 2
        if m > i:
            t = t + 1
        if i == m:
            t = t - 1
        acc = acc + t
    for i in range(n):
        if i <= 3:
            acc = acc + 1
    ct.store(y, (0,), acc)


@ct.kernel
def stepped(x, y, n, m, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(1, n, 2):
        if i > m:
            acc = acc * 2
        acc = acc + i
    for i in range(m, n):
        if i < m + 2:
            acc = acc + 2
        else:
            acc = acc + 3
    ct.store(y, (0,), acc)
