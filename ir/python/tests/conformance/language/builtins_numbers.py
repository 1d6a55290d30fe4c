"""Python's own functions on scalars, tiles and constants."""
import cuda.tile as ct

# launch: extremes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: conversions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: lengths [{"t":"float32", "shape":[512,64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def extremes(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), max(a, 0) + min(a, n) + min(n, 3) + max(2, 5))
    ct.store(y, (1,), abs(a) + abs(n) + abs(-3) + abs(-2.5))
    ct.store(y, (min(n, N),), max(a, a + 1))


@ct.kernel
def conversions(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + int(2.7) + int(-2.7) + float(3) + int("12") + float("1e3"))
    ct.store(y, (1,), a + int() + float() + int(True) + float("-inf") + float("nan"))
    if bool(n) and bool(N) and not bool(0.0):
        ct.store(y, (2,), a)


@ct.kernel
def lengths(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (1, N)).reshape((N,))
    ct.store(y, (len(x.shape),), a + len((1, 2, 3)) + len(x.strides) + len(a.shape))
