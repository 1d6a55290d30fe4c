"""Loops, branches, jumps, functions."""
# launch: functions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]
SCALE = 3
TABLE = (1, 2, 4)


def helper(a, b=1, *rest, scale=SCALE):
    for r in ct.static_iter(rest):
        a = a + r
    if scale == 3:
        return a * b
    return a - b


def first_positive(x, i, N):
    t = ct.load(x, (i,), (N,))
    if i > 2:
        return t + 1, i
    return t, i * 2


@ct.kernel
def functions(x, out, n, N: Const):
    t, k = first_positive(x, n, N)
    t = helper(t, 2) + helper(t, 3, t, 4.0, scale=1)

    def shifted(v, by=k):
        return v + by + n

    scale = lambda v: shifted(v) * TABLE[2]
    pair = (t, scale(t))
    a, b = pair
    for f in ct.static_iter((helper, shifted)):
        a = f(a, b)
    total = 0
    for i in ct.static_iter(range(3)):
        total += TABLE[i] * n
    ct.store(out, (0,), a + total)
