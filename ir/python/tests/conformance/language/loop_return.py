"""Kernels that return from loops and branches."""
import cuda.tile as ct

# launch: in_for [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_while [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_branches [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: at_once [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def in_for(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        for j in range(i):
            t = ct.load(x, (j,), (N,))
            if ct.max(t) > 3:
                ct.store(y, (i,), acc)
                return
            acc = acc + t
    ct.store(y, (0,), acc)


@ct.kernel
def in_while(x, y, n, N: ct.Constant[int]):
    i = 0
    while True:
        t = ct.load(x, (i,), (N,))
        if ct.sum(t) > 1:
            if i > 3:
                return
            else:
                ct.store(y, (i,), t)
        i = i + 1
        if i == n:
            break
    ct.store(y, (0,), t)


@ct.kernel
def in_branches(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if n == 1:
        return
    elif n == 2:
        ct.store(y, (0,), a)
        return
    elif n == 3:
        a = a + 1
    else:
        if ct.bid(0) > 3:
            return
        a = a + 2
    ct.store(y, (1,), a)


@ct.kernel
def at_once(x, y, n, N: ct.Constant[int]):
    if ct.bid(0) >= n:
        return
    if N == 8:
        return
    ct.store(y, (0,), ct.load(x, (0,), (N,)))
    return
    ct.store(y, (1,), ct.load(x, (1,), (N,)))
