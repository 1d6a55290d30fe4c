"""Closures made in loops, that capture what changes"""
# launch: made_in_loop [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: made_in_branch [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: made_in_static_loop [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def made_in_loop(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in range(n):
        def step(t):
            return t * 2 + i
        a = step(a)
        shift = lambda t, k=i: t - k
        a = shift(a)
    ct.store(y, (0,), a)


@ct.kernel
def made_in_branch(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if N > 8:
        f = lambda t: t + n
    else:
        f = lambda t: t - n
    ct.store(y, (0,), f(a))


@ct.kernel
def made_in_static_loop(x, y, n, N: ct.Constant[int]):
    fs = ()
    for k in ct.static_iter(range(3)):
        def add(t, k=k):
            return t + k
        fs = fs + (add,)
    a = ct.load(x, (0,), (N,))
    for f in ct.static_iter(fs):
        a = f(a)
    ct.store(y, (0,), a)
