"""Facts about divisors through arithmetic, loops and branches"""
# launch: arithmetic [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: looped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def arithmetic(x, y, n, N: ct.Constant[int]):
    i = ct.bid(0) * 16
    ct.store(y, (i // 16 + n * 8 - 4,), ct.load(x, (i,), (N,)))
    k = ct.assume_divisible_by(n, 8)
    ct.store(y, (k * 2 + 16,), ct.load(x, (k,), (N,)))


@ct.kernel
def looped(x, y, n, N: ct.Constant[int]):
    for i in range(0, 64, 16):
        ct.store(y, (i,), ct.load(x, (i * 2,), (N,)))
    k = 0
    while k < n:
        k = k + 4
        ct.store(y, (k,), ct.load(x, (k,), (N,)))
