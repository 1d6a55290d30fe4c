"""Loops unrolled while compiling."""
# launch: static_iter_ [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: tuples [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: comprehension [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: unrolled_bounds [{"t":"float32", "shape":[64]}, {"i":4}]
# launch: outside_a_loop [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_constant [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: broken [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def static_iter_(x, N: Const):
    a = ct.load(x, (0,), (N,))
    for i in ct.static_iter(range(3)):
        a = a + i * N
    for i, t in ct.static_iter(enumerate((ct.float32, ct.float16))):
        a = a + ct.full((N,), i, t)
    ct.store(x, (0,), a)


@ct.kernel
def tuples(x, y, N: Const):
    total = ct.zeros((N,), ct.float32)
    for array, scale in ct.static_iter(((x, 2), (y, 3.5))):
        total = total + ct.load(array, (0,), (N,)) * scale
    for array in ct.static_iter((x, y)):
        ct.store(array, (1,), total)


@ct.kernel
def comprehension(x, N: Const):
    parts = tuple(ct.load(x, (i,), (N,)) * i for i in ct.static_iter(range(4)) if i != 2)
    total = parts[0]
    for p in ct.static_iter(parts[1:]):
        total = total + p
    ct.store(x, (0,), total)


@ct.kernel
def unrolled_bounds(x, N: Const):
    for i in ct.static_iter(range(N, 0, -2)):
        ct.store(x, (i,), ct.full((4,), i, ct.float32))


@ct.kernel
def outside_a_loop(x, N: Const):
    ct.store(x, (0,), ct.static_iter(range(N)))


@ct.kernel
def not_constant(x, n):
    for i in ct.static_iter(range(n)):
        ct.store(x, (i,), 1.0)


@ct.kernel
def broken(x, N: Const):
    for i in ct.static_iter(range(4)):
        if i == 2:
            break
        ct.store(x, (i,), 1.0)
