"""`Array.slice`: parts of arrays along a dimension."""
# launch: slices [{"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":32}, {"i":16}]
# launch: constant_bounds [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":32}, {"i":16}]
# launch: wide [{"t":"int8", "shape":[3000000000]}, {"i":8}, {"i":5000000000}, {"i":16}]
# launch: of_index_types [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[4]}, {"i":16}]
# launch: wrong_axis [{"t":"float32", "shape":[64]}]
# launch: negative [{"t":"float32", "shape":[64]}]
# launch: reversed_bounds [{"t":"float32", "shape":[64]}]
# launch: float_bound [{"t":"float32", "shape":[64]}]
# launch: run_time_axis [{"t":"float32", "shape":[64, 64]}, {"i":1}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def slices(x, a, b, N: Const):
    s = x.slice(0, a, b)
    t = x.slice(axis=-1, start=ct.bid(0), stop=b)
    ct.store(s, (0, 0), ct.load(t, (0, 0), (1, N)) + s.shape[0] + t.shape[1])
    ct.scatter(s, (0, ct.arange(N, dtype=ct.int32)), ct.gather(t, (ct.arange(N, dtype=ct.int32), 0)))


@ct.kernel
def constant_bounds(x, N: Const):
    s = x.slice(0, 8, 24).slice(1, 0, N)
    for i in range(s.shape[0]):
        ct.store(s, (i, 0), ct.load(s, (0, 0), (1, N)))
    ct.store(x.slice(0, 4, 4 + N), (0, 0), 1.0)


@ct.kernel
def nested(x, a, b, N: Const):
    s = x
    for i in range(a):
        s = x.slice(0, i, b)
        ct.store(s, (0, 0), ct.load(s, (1, 0), (1, N)))


@ct.kernel
def wide(x, a, b, N: Const):
    s = x.slice(0, a, b)
    ct.store(s, (0,), ct.load(x.slice(0, 3, a), (0,), (N,)))


@ct.kernel
def of_index_types(x, y, N: Const):
    i = ct.load(y, (0,), ())
    s = x.slice(0, i, i + 16)
    ct.store(s, (0,), ct.load(x.slice(0, ct.int16(3), i), (0,), (N,)))


@ct.kernel
def wrong_axis(x):
    x.slice(1, 0, 4)


@ct.kernel
def negative(x):
    x.slice(0, -4, 4)


@ct.kernel
def reversed_bounds(x):
    x.slice(0, 8, 4)


@ct.kernel
def float_bound(x):
    x.slice(0, 0.0, 4)


@ct.kernel
def run_time_axis(x, n):
    x.slice(n, 0, 4)
