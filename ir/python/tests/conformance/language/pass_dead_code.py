"""What nothing uses goes away, in loops and branches too."""
import cuda.tile as ct

# launch: dead [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def dead(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b = a * 2
    c = b + n
    acc = a
    count = 0
    for i in range(n):
        acc = acc + i
        count = count + 1
        d = ct.load(x, (i,), (N,))
    for i in range(n):
        e = a + i
    if n > 3:
        f = a * 3
    else:
        f = a * 4
    for i in range(n):
        if i > 3:
            count = count + 2
    ct.store(y, (0,), a)
    return
    ct.store(y, (1,), acc)
