"""Kernels under other names, wrapped by calls instead of decorators, imported and renamed."""
# launch: alias [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: imported [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: wrapped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: optioned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

from other import kernel as imported


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


alias = kernel


def plain(x, y, n, N: ct.Constant[int]):
    ct.store(y, (1,), ct.load(x, (1,), (N,)))


wrapped = ct.kernel(plain)
optioned = ct.kernel(occupancy=8)(plain)
