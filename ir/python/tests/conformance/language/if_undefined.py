"""Names that only some paths define, where no path uses them undefined."""
import cuda.tile as ct

# launch: one_branch [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_loop [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shapes_differ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def one_branch(x, y, n, N: ct.Constant[int]):
    if n > 3:
        t = ct.load(x, (0,), (N,))
    else:
        t = None
    if n > 5:
        t = ct.load(x, (1,), (N,))
        ct.store(y, (0,), t)


@ct.kernel
def in_loop(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        if i > 2:
            last = ct.load(x, (i,), (N,))
            ct.store(y, (i,), last)
        last = ct.load(x, (0,), (N,))
        ct.store(y, (0,), last)


@ct.kernel
def shapes_differ(x, y, n, N: ct.Constant[int]):
    t = 0
    if n > 3:
        t = ct.load(x, (0,), (N,))
        ct.store(y, (0,), t)
    t = ct.load(x, (1,), (N,))
    ct.store(y, (1,), t)
