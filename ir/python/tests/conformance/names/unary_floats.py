"""Functions of one operand."""
# launch: floats [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: floats [{"t":"bfloat16", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def floats(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.exp(a) + ct.exp2(a) + ct.log(a) + ct.log2(a) + ct.sqrt(a) + ct.rsqrt(a)
    r = r + ct.sin(a) + ct.cos(a) + ct.tan(a) + ct.sinh(a) + ct.cosh(a) + ct.tanh(a)
    r = r + ct.floor(a) + ct.ceil(a) + ct.abs(a) + ct.negative(a) - (-a) + (+a)
    r = ct.where(ct.isnan(r), 0.0, r)
    ct.store(out, (0,), r)
