"""Tuples and lists of arrays as parameters"""
# launch: pairs [{"tup":[{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unpacked [{"tup":[{"t":"float32", "shape":[512]}, {"t":"float16", "shape":[512]}]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: listed [{"l":[{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: static [{"tup":[{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def pairs(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x[0], (0,), (N,)) + ct.load(x[1], (n,), (N,)))


@ct.kernel
def unpacked(x, y, n, N: ct.Constant[int]):
    a, b = x
    ct.store(y, (0,), ct.load(a, (0,), (N,)) + ct.load(b, (0,), (N,)).astype(ct.float32))


@ct.kernel
def listed(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for i in range(len(x)):
        acc = acc + ct.load(x[i], (0,), (N,))
    ct.store(y, (0,), acc)


@ct.kernel
def static(x, y, n, N: ct.Constant[int]):
    acc = ct.zeros((N,), ct.float32)
    for a in ct.static_iter(x):
        acc = acc + ct.load(a, (n,), (N,))
    ct.store(y, (len(x),), acc)
