"""Nested functions: what they capture, and when."""
import cuda.tile as ct

# launch: captured [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: late [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: returned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def captured(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))

    def outer(k):
        def inner(m):
            return a * m + k + n
        return inner(k) + inner(2)

    ct.store(y, (0,), outer(3) + outer(n))


@ct.kernel
def late(x, y, n, N: ct.Constant[int]):
    k = 1

    def read(t):
        return t * k

    k = 5
    a = read(ct.load(x, (0,), (N,)))
    for i in range(n):
        k = k + i
        a = read(a)
    ct.store(y, (0,), read(a))


def scaler(k):
    def scale(t):
        return t * k
    return scale


@ct.kernel
def returned(x, y, n, N: ct.Constant[int]):
    double, by_n = scaler(2), scaler(n)
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), double(by_n(a)))
    fs = (double, by_n, scaler(0.5))
    for f in ct.static_iter(fs):
        a = f(a)
    ct.store(y, (1,), a)
