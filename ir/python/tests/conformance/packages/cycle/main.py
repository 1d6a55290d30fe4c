"""Modules that import each other."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

from even import halve


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), halve(ct.load(x, (0,), (N,)), N))
