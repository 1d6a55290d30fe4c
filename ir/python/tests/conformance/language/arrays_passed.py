"""Arrays as arguments, in tuples, chosen while compiling, through loops"""
# launch: to_helpers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: reassigned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: attributes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def copy(source, target, i, N):
    ct.store(target, (i,), ct.load(source, (i,), (N,)))


def swap(pair):
    return pair[1], pair[0]


@ct.kernel
def to_helpers(x, y, n, N: ct.Constant[int]):
    copy(x, y, n, N)
    copy(y, x, 0, N)
    a, b = swap((x, y))
    copy(a, b, 1, N)


@ct.kernel
def chosen(x, y, n, N: ct.Constant[int]):
    source = x if N > 8 else y
    for i in range(n):
        target = y
        copy(source, target, i, N)


@ct.kernel
def reassigned(x, y, n, N: ct.Constant[int]):
    a = x
    for i in range(n):
        ct.store(y, (i,), ct.load(a, (i,), (N,)))
        a = a


@ct.kernel
def attributes(x, y, n, N: ct.Constant[int]):
    k = x.shape[0] // N + y.strides[0]
    if x.ndim == 1 and x.dtype == y.dtype:
        ct.store(y, (k - n,), ct.load(x, (0,), (N,)) + x.shape[0])
