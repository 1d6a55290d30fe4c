"""yield in a kernel and a helper"""
# launch: yielded [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_helper [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def helper(t):
    yield t


@ct.kernel
def yielded(x, y, n, N: ct.Constant[int]):
    yield n


@ct.kernel
def in_helper(x, y, n, N: ct.Constant[int]):
    a = helper(ct.load(x, (0,), (N,)))
