"""Branches in branches: values, types, elif chains, empty branches."""
import cuda.tile as ct

# launch: chains [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: retyped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: empty [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def chains(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    k = 0
    if n == 0:
        k = 1
    elif n == 1:
        if ct.bid(0) > 2:
            k = n
        else:
            a = a + 1
    elif n == 2:
        pass
    else:
        a, k = a * 2, k + n
    ct.store(y, (k,), a)


@ct.kernel
def retyped(x, y, n, N: ct.Constant[int]):
    k = 1
    if n > 3:
        k = n
    j = 1.0
    if n > 4:
        j = 2
        j = j * 1.5
    ct.store(y, (k,), ct.load(x, (0,), (N,)) * j)


@ct.kernel
def empty(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if n > 3:
        pass
    else:
        ...
    if n > 4:
        unused = a + 1
    if ct.bid(0) == 1:
        b = a * 2
    else:
        b = a * 2
    ct.store(y, (0,), b)
