"""Reductions and scans."""
# launch: options [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def options(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.sum(a, 1, keepdims=True, rounding_mode=RoundingMode.RZ, flush_to_zero=True)
    r = r + ct.max(a, 0, flush_to_zero=True)
    ct.store(out, (0, 0), r)
