"""Returns from helpers out of nested loops and branches, with several values"""
# launch: deep [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: without_value [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: twice [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def find(x, n, N):
    for i in range(n):
        for j in range(i):
            t = ct.load(x, (i + j,), (N,))
            if ct.max(t) > 1:
                if j > 2:
                    return t, i, j
                return t * 2, j, i
            while j < 5:
                j = j + 1
                if j == 4:
                    return t, 0, 0
    return ct.zeros((N,), ct.float32), -1, -1


def countdown(n):
    while True:
        n = n - 1
        if n < 0:
            return n
        if n == 3:
            continue
        if n == 100:
            break
    return n * 2


def nothing(y, t, n):
    for i in range(n):
        if i == 3:
            return
        ct.store(y, (i,), t)


def outer(x, n, N):
    t, i, j = find(x, n, N)
    if i < 0:
        return t
    return t + countdown(j)


@ct.kernel
def deep(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), outer(x, n, N))


@ct.kernel
def without_value(x, y, n, N: ct.Constant[int]):
    t = ct.load(x, (0,), (N,))
    nothing(y, t, n)
    nothing(y, t * 2, n - 1)


@ct.kernel
def twice(x, y, n, N: ct.Constant[int]):
    ct.store(y, (countdown(n),), ct.load(x, (countdown(n + 1),), (N,)))
