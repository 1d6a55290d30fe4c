"""Helpers with early returns, with conditions known and not."""
# launch: helpers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":2}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


def pick(a, b, which):
    if which == 0:
        return a
    elif which == 1:
        return b
    return a + b


def first_above(x, limit, n, T):
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j > limit:
            return t * 3.0
    return ct.full((T,), -1.0, ct.float32)


@ct.kernel
def helpers(x, y, n: int, W: Int, T: Int):
    """Helpers with early returns, with conditions known and not."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = pick(a, a * 2.0, W)
    c = pick(a, b, n)
    d = first_above(x, n, 8, T)
    ct.store(y, (i,), b + c + d)
