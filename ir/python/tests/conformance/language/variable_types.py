"""Variables that change their type and shape along straight code."""
import cuda.tile as ct

# launch: changing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def changing(x, y, n, N: ct.Constant[int]):
    v = 3
    v = v * 1.5
    v = ct.load(x, (0,), (N,)) * v
    v = (v, "text", ct.float32)
    v = v[0].astype(v[2])
    v = v.reshape((N // 4, 4))
    v = ct.sum(v, 1)
    v = ct.cat((v, v), 0)
    v = ct.cat((v, v), 0)
    n = n + 0.5
    ct.store(y, (0,), v + n)
    v = lambda t: t
    v = v(n)
    x = ct.load(x, (1,), (N,))
    ct.store(y, (1,), x + v)
