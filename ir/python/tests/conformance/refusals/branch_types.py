"""variables whose type depends on the path"""
# launch: dtypes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shapes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: kinds [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: expression [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: functions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arrays [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def dtypes(x, y, n, N: ct.Constant[int]):
    if n > 3:
        a = ct.load(x, (0,), (N,))
    else:
        a = ct.load(x, (0,), (N,)).astype(ct.float16)
    ct.store(y, (0,), a)


@ct.kernel
def shapes(x, y, n, N: ct.Constant[int]):
    if n > 3:
        a = ct.zeros((N,), ct.float32)
    else:
        a = ct.zeros((N, 2), ct.float32)
    ct.store(y, (0,), a)


@ct.kernel
def kinds(x, y, n, N: ct.Constant[int]):
    a = None
    if n > 3:
        a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a)


@ct.kernel
def expression(x, y, n, N: ct.Constant[int]):
    a = n if n > 3 else ct.load(x, (0,), (N,))
    ct.store(y, (0,), a)


@ct.kernel
def functions(x, y, n, N: ct.Constant[int]):
    f = (lambda t: t) if n > 3 else (lambda t: t + 1)
    ct.store(y, (0,), f(ct.load(x, (0,), (N,))))


@ct.kernel
def arrays(x, y, n, N: ct.Constant[int]):
    a = x if n > 3 else None
    ct.store(a, (0,), ct.load(x, (0,), (N,)))
