"""values that kernels return"""
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: early [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    return 3


@ct.kernel
def tile(x, y, n, N: ct.Constant[int]):
    return ct.load(x, (0,), (N,))


@ct.kernel
def early(x, y, n, N: ct.Constant[int]):
    if n > 3:
        return n
    ct.store(y, (0,), ct.load(x, (0,), (N,)))
