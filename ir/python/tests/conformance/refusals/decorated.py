"""decorated nested functions"""
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def noop(f):
    return f


@ct.kernel
def nested(x, y, n, N: ct.Constant[int]):
    @noop
    def inner(t):
        return t
    ct.store(y, (0,), inner(ct.load(x, (0,), (N,))))
