"""What a loop carries: constants that become variables, integers that widen, unused and unchanged names."""
import cuda.tile as ct

# launch: constants [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unchanged [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: halves [{"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def constants(x, y, n, N: ct.Constant[int]):
    i, scale, flag = 0, 1.0, False
    for k in range(n):
        i = i + 1
        scale = scale * 0.5
        flag = k > 3
    a = ct.load(x, (i,), (N,)) * scale
    if flag:
        a = a + 1
    ct.store(y, (0,), a)


@ct.kernel
def unchanged(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b, c, d = a, a, 3
    for k in range(n):
        b = b
        c = a
        d = 3
        unused = a + k
        unused = unused * 2
    ct.store(y, (d,), b + c)


@ct.kernel
def halves(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float16)
    scale = 2
    for k in range(n):
        acc = acc + ct.load(x, (k,), (N,)) * scale
        acc += 1
    ct.store(y, (0,), acc)
