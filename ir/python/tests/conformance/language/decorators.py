"""Decorators of kernels and functions."""
import functools

import cuda.tile as ct
from cuda.tile import kernel, function

# launch: called [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: imported [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: optioned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: renamed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.function
def tile_only(t):
    return t * 2


@function(host=True, tile=True)
def anywhere(t):
    return t + 1


@functools.lru_cache
def host_only(n):
    return n


@ct.kernel()
def called(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), tile_only(anywhere(ct.load(x, (0,), (N,)))))


@kernel
def imported(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), tile_only(t=ct.load(x, (0,), (N,))))


@ct.kernel(occupancy=2, num_ctas=1)
def optioned(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def original(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


renamed = original
