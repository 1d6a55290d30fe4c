"""names that are not defined, or not on every path"""
# launch: nowhere [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: one_branch [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: after_loop [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_early [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: augmented [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: comprehension [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_closure [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def nowhere(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * factor)


@ct.kernel
def one_branch(x, y, n, N: ct.Constant[int]):
    if n > 3:
        a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a)


@ct.kernel
def after_loop(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        last = i
    ct.store(y, (last,), ct.load(x, (0,), (N,)))


@ct.kernel
def too_early(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), a)
    a = ct.load(x, (0,), (N,))


@ct.kernel
def augmented(x, y, n, N: ct.Constant[int]):
    count += 1


@ct.kernel
def comprehension(x, y, n, N: ct.Constant[int]):
    t = tuple(i for i in ct.static_iter(range(3)))
    ct.store(y, (i,), ct.load(x, (0,), (N,)))


@ct.kernel
def in_closure(x, y, n, N: ct.Constant[int]):
    def f():
        return later
    a = f()
    later = 3
