"""`ByTarget`: options that depend on the architecture."""
# launch: options [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: options [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_90
# launch: options [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_120
# launch: levels [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: levels [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_90
# launch: without_default [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: named [{"t":"float32", "shape":[64]}, {"i":16}] arch=sm_90
import cuda.tile as ct
from cuda.tile import ByTarget

Const = ct.Constant[int]
CTAS = ByTarget(sm_100=2, default=1)


@ct.kernel(num_ctas=ByTarget(sm_100=8, sm_120=4, default=2), occupancy=ByTarget(sm_90=3, sm_100=2))
def options(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)


@ct.kernel(opt_level=ByTarget(sm_90=1, default=2), num_worker_warps=ct.ByTarget(sm_100=8, sm_90=4))
def levels(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)


@ct.kernel(num_ctas=ByTarget(sm_90=2))
def without_default(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)


@ct.kernel(num_ctas=CTAS)
def named(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)
