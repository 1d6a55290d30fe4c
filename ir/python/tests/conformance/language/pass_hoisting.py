"""Operations that do not change in a loop move out of it."""
import cuda.tile as ct

# launch: invariant [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: conditional [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def invariant(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        k = n * 3 + N
        scale = ct.exp(a * 2)
        for j in range(i):
            ones = ct.full((N,), 1.0, ct.float32)
            acc = acc + scale * ones + k + i * 2
        t = ct.load(x, (k,), (N,))
        acc = acc + t
    ct.store(y, (0,), acc)


@ct.kernel
def conditional(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    i = 0
    while i < n:
        if i > 2:
            acc = acc + ct.exp(ct.full((N,), 2.0, ct.float32)) * n
        else:
            acc = acc * (n + 1)
        i = i + n // 2
    ct.store(y, (0,), acc)
