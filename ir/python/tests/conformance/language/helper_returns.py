"""Early returns from helpers, in branches and loops."""
import cuda.tile as ct

# launch: branches [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: loops [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nothing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: known [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def sign(t, n):
    if n > 0:
        return t
    elif n < 0:
        return -t
    return t * 0.0


def first_above(x, n, limit, N):
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if ct.max(t) > limit:
            return t, i
    return ct.zeros((N,), ct.float32), -1


def search(n, m):
    while n > 0:
        for i in range(n):
            if i * i > m:
                if i > 3:
                    return i
                break
            if i == 2:
                continue
        n = n - 1
    return 0


def maybe_store(y, t, n):
    if n > 2:
        return
    ct.store(y, (n,), t)


def by_width(t, N):
    if N == 16:
        return t + 1, "wide"
    return t


@ct.kernel
def branches(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), sign(a, n) + sign(a, n - 3))


@ct.kernel
def loops(x, y, n, N: ct.Constant[int]):
    t, i = first_above(x, n, 3.0, N)
    ct.store(y, (i + search(n, 5),), t)


@ct.kernel
def nothing(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    maybe_store(y, a, n)
    result = maybe_store(y, a + 1, n + 1)
    if result is None:
        ct.store(y, (5,), a)


@ct.kernel
def known(x, y, n, N: ct.Constant[int]):
    t, _ = by_width(ct.load(x, (0,), (N,)), N)
    ct.store(y, (0,), t)
