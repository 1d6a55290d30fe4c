"""with of things that are no context managers"""
# launch: entered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def entered(x, y, n, N: ct.Constant[int]):
    with x as a:
        ct.store(y, (0,), ct.load(a, (0,), (N,)))


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    with n:
        pass
