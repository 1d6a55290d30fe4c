"""Star imports: with `__all__`, without, shadowed by what comes later."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct
from cuda.tile import *
from first import *
from second import *

LATER = 4
from third import *


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = load(x, (0,), (N,))
    ct.store(y, (SHARED,), public(a) + LATER + ONLY_FIRST)
