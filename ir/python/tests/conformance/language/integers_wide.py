"""Integers of 64 bits, unsigned ones, and what loops make of them"""
# launch: wide [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":5000000000}, {"i":16}]
# launch: annotated [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: mixed_range [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unsigned [{"t":"uint32", "shape":[512]}, {"t":"uint32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bytes_ [{"t":"uint8", "shape":[512]}, {"t":"int8", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def wide(x, y, n, N: ct.Constant[int]):
    ct.store(y, (n // 1000000000,), ct.load(x, (0,), (N,)) + n)


@ct.kernel
def annotated(x, y, n: ct.ScalarInt64, N: ct.Constant[int]):
    total = n * 0
    for i in range(n):
        total = total + i
    ct.store(y, (total,), ct.load(x, (i if False else 0,), (N,)))


@ct.kernel
def mixed_range(x, y, n: ct.ScalarInt64, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(ct.bid(0), n, 2):
        acc = acc + ct.load(x, (i,), (N,))
    ct.store(y, (0,), acc)


@ct.kernel
def unsigned(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a // 3 + a % 3 + (a >> 2) + a * 5)


@ct.kernel
def bytes_(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), (a * 2).astype(ct.int8) + ct.load(y, (0,), (N,)))
