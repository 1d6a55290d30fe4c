"""math and operator: constants and functions of constants."""
import math
import operator
from math import log2, pi
from operator import add, mul as times

import cuda.tile as ct

# launch: constants [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: operators [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
LOG2E = math.log2(math.e)
ROOT = 1 / math.sqrt(128)
WIDTH = math.ceil(100 / 16) * math.prod((2, 3))


@ct.kernel
def constants(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a * pi + math.e * math.tau)
    ct.store(y, (1,), a * LOG2E + ROOT + WIDTH)
    ct.store(y, (2,), ct.minimum(a, math.inf))
    ct.store(y, (3,), a * ct.static_eval(log2(N) + math.floor(2.5)))


@ct.kernel
def operators(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), add(times(a, n), 1) - operator.neg(a))
    ct.store(y, (1,), operator.truediv(a, 3) + operator.floordiv(n, 2))
    op = operator.sub if N > 8 else add
    ct.store(y, (2,), op(a, 1))
    if operator.lt(n, 3):
        ct.store(y, (operator.getitem((4, 5), 1),), a)
