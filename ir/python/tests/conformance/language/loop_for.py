"""for over ranges: bounds, steps, jumps, targets that are used after."""
import cuda.tile as ct

# launch: bounds [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: steps [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: jumps [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: wide [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":5000000000}, {"i":16}]


@ct.kernel
def bounds(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((N,), ct.float32)
    for i in range(3):
        a = a + ct.load(x, (i,), (N,))
    for i in range(n, n + 4):
        a = a - ct.load(x, (i,), (N,))
    for i in range(ct.bid(0), n):
        a = a * ct.load(x, (i,), (N,))
    for _ in range(N // 8):
        a = a + 1
    ct.store(y, (0,), a)


@ct.kernel
def steps(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((N,), ct.float32)
    for i in range(0, 8, 2):
        a = a + ct.load(x, (i,), (N,))
    for i in range(ct.bid(0), n, ct.num_blocks(0)):
        a = a + ct.load(x, (i,), (N,)) * i
    span = range(1, n, 3)
    for i in span:
        a = a + i
    ct.store(y, (0,), a)


@ct.kernel
def jumps(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((N,), ct.float32)
    for i in range(n):
        if i == 2:
            continue
        if i > 4:
            break
        for j in range(i):
            if j == 3:
                break
            a = a + j
            if j > i:
                continue
            a = a * 2
        else_value = a + i
        a = else_value
    ct.store(y, (0,), a)


@ct.kernel
def wide(x, y, n, N: ct.Constant[int]):
    total = ct.int64(0)
    for i in range(n):
        total = total + i
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * total)
