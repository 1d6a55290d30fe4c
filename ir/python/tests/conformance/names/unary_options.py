"""Functions of one operand."""
# launch: options [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def options(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.exp(a, rounding_mode=RoundingMode.APPROX) + ct.tanh(a, rounding_mode=RoundingMode.APPROX)
    r = r + ct.exp2(a, flush_to_zero=True) + ct.rsqrt(a, flush_to_zero=True)
    r = r + ct.sqrt(a, rounding_mode=RoundingMode.RZ, flush_to_zero=True)
    r = r + ct.sqrt(a, rounding_mode=RoundingMode.APPROX) + ct.exp(a, rounding_mode=RoundingMode.FULL)
    ct.store(out, (0,), r)
