"""Compiler options of entries."""
# launch: by_target [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import ByTarget

Const = ct.Constant[int]


@ct.kernel(num_ctas=ByTarget(sm_100=4, default=2), occupancy=ByTarget(sm_90=3), opt_level=2)
def by_target(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)
