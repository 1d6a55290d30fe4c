"""while: conditions of all kinds, jumps, nesting."""
import cuda.tile as ct

# launch: conditions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: forever [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def conditions(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    i = 0
    while i < n and not ct.sum(a) > 100:
        a = a + i
        i += 1
    while n:
        n = n // 2
        a = a * 2
    while i < 10 or i == 20:
        i = i + 3
        if i == 12:
            continue
        a = a + 1
    ct.store(y, (i,), a)


@ct.kernel
def forever(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    i = 0
    while True:
        i = i + 1
        if i > n:
            break
        a = a + ct.load(x, (i,), (N,))
    while 1:
        a = a * 2
        break
    while False:
        a = a + undefined_name
    ct.store(y, (0,), a)


@ct.kernel
def nested(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    i = 0
    while i < n:
        j = i
        while j < n:
            if j == 5:
                break
            j = j + 1
            for k in range(j):
                if k > 3:
                    break
                a = a + k
        i = i + j + 1
        if i > 50:
            ct.store(y, (1,), a)
            return
    ct.store(y, (0,), a)
