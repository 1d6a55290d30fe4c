"""static_eval: Python while compiling, on constants and on attributes of tiles."""
import math

import cuda.tile as ct

# launch: evaluated [{"t":"float32", "shape":[512,64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: called [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
TABLE = {16: 0.5, 32: 0.25}
WIDTHS = [8, 16, 32]


def pick(n):
    total = 0
    for w in WIDTHS:
        if w > n:
            break
        total += w
    return total


@ct.kernel
def evaluated(x, y, n, N: ct.Constant[int]):
    shape = (1, N)
    a = ct.load(x, (0, 0), shape).reshape((N,))
    ct.store(y, (0,), a * ct.static_eval(TABLE[N]) + ct.static_eval(TABLE.get(99, 1.5)))
    ct.store(y, (1,), a + ct.static_eval(sum(i * i for i in range(N) if i % 2)))
    ct.store(y, (2,), a + ct.static_eval(len(WIDTHS) + max(WIDTHS) + WIDTHS[-1]))
    ct.store(y, (3,), a + ct.static_eval(a.shape[0] * math.prod(shape)))
    ct.store(y, (4,), ct.static_eval(a if a.dtype == ct.float32 else None))
    first, second = ct.static_eval((N // 2, a))
    ct.store(y, (5,), second + first)
    ct.store(y, (6,), a + ct.static_eval(int(f"{N:d}") + len("abc" * 3) + [3, 4].index(4)))
    ct.store(y, (7,), a + ct.static_eval(1 if isinstance(N, int) and not isinstance(N, float) else 2))
    ct.store(y, (8,), a + ct.static_eval(len({k: v for k, v in zip("ab", (1, 2))} | {"c": 3})))


@ct.kernel
def called(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.static_eval(pick(N)))
    f = ct.static_eval({"double": lambda t: t * 2}["double"]) if False else pick
    ct.store(y, (1,), a + ct.static_eval((lambda k: k + 1)(N)))
