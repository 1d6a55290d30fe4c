"""Parameters of kernels: by position only, by name only, with defaults"""
# launch: ordered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: defaulted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: constants [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"f":2.5}, {"i":16}]
# launch: floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"f":2.5}, {"i":16}]
# launch: shadowed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def ordered(x, y, /, n, *, N: ct.Constant[int]):
    ct.store(y, (n,), ct.load(x, (0,), (N,)))


@ct.kernel
def defaulted(x, y, n=3, N: ct.Constant[int] = 8):
    ct.store(y, (n,), ct.load(x, (0,), (N,)))


@ct.kernel
def constants(x, y, s: ct.Constant[float], N: ct.Constant):
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * s)


@ct.kernel
def floats(x, y, s: float, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * s)


@ct.kernel
def shadowed(ct_x, load, n, N: ct.Constant[int]):
    x = ct.load(ct_x, (0,), (N,))
    ct_x = x * 2
    ct.store(load, (n,), ct_x)
