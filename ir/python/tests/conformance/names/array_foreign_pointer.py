"""`Array.foreign_pointer`: what can and cannot be done with it."""
# launch: chosen [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: added [{"t":"float32", "shape":[64]}]
# launch: stored [{"t":"float32", "shape":[64]}]
# launch: cast [{"t":"float32", "shape":[64]}]
# launch: compared [{"t":"float32", "shape":[64]}]
# launch: printed [{"t":"float32", "shape":[64]}]
# launch: carried [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def chosen(x, y, n, N: Const):
    p = ct.where(n > 3, x.foreign_pointer, y.foreign_pointer)
    a = ct.Array.from_foreign(p, (64,), (1,))
    ct.store(a, (0,), ct.load(a, (1,), (N,)))


@ct.kernel
def added(x):
    p = x.foreign_pointer + 1


@ct.kernel
def stored(x):
    ct.store(x, (0,), x.foreign_pointer)


@ct.kernel
def cast(x):
    p = x.foreign_pointer.astype(ct.int64)


@ct.kernel
def compared(x):
    if x.foreign_pointer == x.foreign_pointer:
        ct.store(x, (0,), 1.0)


@ct.kernel
def printed(x):
    print(x.foreign_pointer)


@ct.kernel
def carried(x, y, n):
    p = x.foreign_pointer
    for i in range(n):
        a = ct.Array.from_foreign(p, (64,), (1,))
        ct.store(a, (i,), 1.0)
        p = y.foreign_pointer
