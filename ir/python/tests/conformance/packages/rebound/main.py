"""Names that a module binds several times: what counts is the last one, or the one before."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

WIDTH = 4
SHAPE = (WIDTH * 4,)
WIDTH = WIDTH + 1
WIDTH += 2
NAMES = ["a"]
NAMES.append("b")
NAMES += ["c"]
TABLE = {}
TABLE["x"] = 1
for i in range(3):
    TABLE[i] = i * 10
TOTAL = 0
for value in TABLE.values():
    TOTAL += value
FIRST, *REST = (1, 2, 3)
*START, LAST = REST


def f(t, width=WIDTH):
    return t + width


WIDTH = 50


def g(t):
    return t * 2


twice = g


def g(t):
    return t * 3


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), SHAPE)
    ct.store(y, (0,), f(a) + WIDTH + ct.static_eval(len(NAMES) + TABLE[2] + TABLE["x"]) + TOTAL)
    ct.store(y, (LAST,), g(a) + twice(a) + FIRST + ct.static_eval(len(REST) + START[0]))
