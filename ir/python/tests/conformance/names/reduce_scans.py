"""Reductions and scans."""
# launch: scans [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def scans(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.cumsum(a, 0) + ct.cumprod(a, 1, reverse=True) + ct.cumsum(a > 1, -1).astype(ct.float32)
    r = r + ct.cumsum(a, 1, rounding_mode=RoundingMode.RN, flush_to_zero=True)
    ct.store(out, (0, 0), r)
