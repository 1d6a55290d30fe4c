"""Functions of one operand."""
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def floats(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.exp(a) + ct.exp2(a) + ct.log(a) + ct.log2(a) + ct.sqrt(a) + ct.rsqrt(a)
    r = r + ct.sin(a) + ct.cos(a) + ct.tan(a) + ct.sinh(a) + ct.cosh(a) + ct.tanh(a)
    r = r + ct.floor(a) + ct.ceil(a) + ct.abs(a) + ct.negative(a) - (-a) + (+a)
    r = ct.where(ct.isnan(r), 0.0, r)
    ct.store(out, (0,), r)


@ct.kernel
def options(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = ct.exp(a, rounding_mode=RoundingMode.APPROX) + ct.tanh(a, rounding_mode=RoundingMode.APPROX)
    r = r + ct.exp2(a, flush_to_zero=True) + ct.rsqrt(a, flush_to_zero=True)
    r = r + ct.sqrt(a, rounding_mode=RoundingMode.RZ, flush_to_zero=True)
    r = r + ct.sqrt(a, rounding_mode=RoundingMode.APPROX) + ct.exp(a, rounding_mode=RoundingMode.FULL)
    ct.store(out, (0,), r)


@ct.kernel
def integers(x, u, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(u, (0,), (N,))
    r = abs(a) + ct.bitwise_not(a) + ~a - a
    r = r + (~b).astype(ct.int32) + ct.negative(a)
    f = ct.exp(a) + ct.sqrt(b.astype(ct.int32)) + ct.sin(a > 2)
    m = not (ct.bid(0) > 3)
    r = r + f.astype(ct.int32) + ct.where(m, 1, 2)
    ct.store(out, (0,), r)


@ct.kernel
def constants(out, N: Const, S: ct.Constant[float]):
    r = ct.exp(S) + ct.sqrt(4.0) + ct.log2(8) + ct.floor(2.5) + ct.abs(-S) + ct.sin(0.0) + ct.isnan(S)
    ct.store(out, (0,), ct.full((N,), r, ct.float32))
