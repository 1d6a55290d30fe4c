"""Loosely typed constants take the type of their partner."""
import cuda.tile as ct

# launch: halves [{"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: halves [{"t":"bfloat16", "shape":[512]}, {"t":"bfloat16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bytes_ [{"t":"int8", "shape":[512]}, {"t":"int8", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bytes_ [{"t":"uint8", "shape":[512]}, {"t":"uint8", "shape":[512]}, {"i":7}, {"i":16}]
# launch: mixed [{"t":"float16", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def halves(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), (a * 2 + 0.1) / 3 - 1e-3)
    ct.store(y, (1,), 1 - a)
    half = 0.5
    two = half * 4
    ct.store(y, (2,), two * a + half)


@ct.kernel
def bytes_(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a * 2 + 1)
    ct.store(y, (1,), 100 - a)
    ct.store(y, (2,), (a & 7) | (a >> 1) ^ 3)
    ct.store(y, (3,), a + True)


@ct.kernel
def mixed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a * n)
    ct.store(y, (1,), a + 1.5 * n)
    ct.store(y, (2,), a + ct.float32(2))
    ct.store(y, (3,), a + N * 2.0)
