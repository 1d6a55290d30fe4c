"""Constants of the module: numbers, tuples, expressions, data types, aliases."""
import cuda.tile as ct
from cuda.tile import float32 as f32

# launch: globals_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]

SCALE = 2.5
HALF = SCALE / 5
TABLE = (1, (2, 3.5))
ONE, (TWO, THREE) = 1, (2, 3)
A = B = 4
NEGATIVE = -1
BIG = 1 << 40
DTYPE = ct.float16
ALIAS = ct.load
NAME = "nearest"
FLAG = SCALE > 2
EMPTY = None


@ct.kernel
def globals_(x, y, n, N: ct.Constant[int]):
    a = ALIAS(x, (0,), (N,)).astype(DTYPE).astype(f32)
    ct.store(y, (ONE,), a * SCALE + HALF)
    ct.store(y, (TWO,), a * TABLE[1][1] + TABLE[0])
    ct.store(y, (A,), a + B + NEGATIVE + THREE)
    if FLAG:
        ct.store(y, (5,), a + 1)
    if EMPTY is None:
        ct.store(y, (n,), a + BIG // 2)
