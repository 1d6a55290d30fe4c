"""variables that change their type in a loop"""
# launch: widened [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: reshaped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_grows [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: string_changes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def widened(x, y, n, N: ct.Constant[int]):
    total = 0
    for i in range(n):
        total = total + 1.5
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * total)


@ct.kernel
def reshaped(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in range(n):
        a = a.reshape((N // 2, 2))
    ct.store(y, (0,), a)


@ct.kernel
def tuple_grows(x, y, n, N: ct.Constant[int]):
    t = ()
    for i in range(n):
        t = t + (i,)
    ct.store(y, (0,), ct.load(x, (t[0],), (N,)))


@ct.kernel
def string_changes(x, y, n, N: ct.Constant[int]):
    s = "a"
    while n > 0:
        s = s + "b"
        n = n - 1
    ct.static_assert(s == "a")
