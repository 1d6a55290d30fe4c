"""Order of memory accesses over branches and loops."""
import cuda.tile as ct

# launch: branches [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: loops [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: aliased [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def branches(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if n > 3:
        ct.store(x, (1,), a)
    b = ct.load(x, (1,), (N,))
    if n > 4:
        ct.store(y, (0,), b)
        c = ct.load(y, (0,), (N,))
    else:
        c = ct.load(y, (1,), (N,))
    ct.store(y, (2,), c)


@ct.kernel
def loops(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        a = ct.load(y, (i,), (N,))
        ct.store(x, (i,), a)
        if i > 2:
            ct.store(y, (i + 1,), ct.load(x, (0,), (N,)))
    while n > 0:
        ct.store(y, (n,), ct.load(y, (n - 1,), (N,)))
        n = n - 1
        if n == 3:
            break
    ct.store(x, (0,), ct.load(y, (0,), (N,)))


@ct.kernel
def aliased(x, y, n, N: ct.Constant[int]):
    which = x
    a = ct.load(which, (0,), (N,))
    ct.store(which, (1,), a)
    b = ct.load(x, (1,), (N,))
    ct.store(y, (0,), b)
    ct.store(y, (1,), ct.load(x, (2,), (N,)))
