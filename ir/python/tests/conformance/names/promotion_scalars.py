"""Scalars of a launch with tiles and with each other."""
# launch: mixed [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: mixed [{"t":"float32", "shape":[64]}, {"i":5000000000}, {"f":2.5}]
# launch: mixed [{"t":"float32", "shape":[64]}, {"b":true}, {"f":2.5}]
# launch: into_halves [{"t":"float16", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: widening [{"t":"int8", "shape":[64]}, {"i":7}]
# launch: loops [{"t":"float32", "shape":[64]}, {"i":7}, {"i":5000000000}]
import cuda.tile as ct


@ct.kernel
def mixed(x, n, s):
    a = ct.load(x, (0,), (4,))
    b = n * s + n / 2 + n // 2 + n % 3 + s ** n + s % 2.0
    ct.store(x, (0,), (a * n + a / s + b).astype(ct.float32))
    if n > s and not n == 3:
        ct.store(x, (1,), (a + max(n, 1) + min(s, 1.0)).astype(ct.float32))


@ct.kernel
def into_halves(x, n, s):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), (a * s).astype(ct.float16))
    ct.store(x, (1,), (a * n).astype(ct.float16))


@ct.kernel
def widening(x, n):
    a = ct.load(x, (0,), (4,))
    ct.static_assert((a + n).dtype == ct.int32)
    ct.store(x, (0,), (a + n).astype(ct.int8))


@ct.kernel
def loops(x, n, m):
    total = 0
    for i in range(n):
        total = total + i
    for j in range(0, m, n):
        total = total + 1
    ct.store(x, (total,), total)
