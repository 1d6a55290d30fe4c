"""Compiler options by architecture."""
import cuda.tile as ct

# launch: options [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: defaults [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: elsewhere [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
OCCUPANCY = ct.ByTarget(sm_90=2, sm_100=4, default=1)


@ct.kernel(num_ctas=ct.ByTarget(sm_100=2, default=1), occupancy=OCCUPANCY, opt_level=3)
def options(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel(occupancy=ct.ByTarget(default=8))
def defaults(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel(occupancy=ct.ByTarget(sm_90=8), num_ctas=None)
def elsewhere(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))
