"""Operators and the functions of cuda.tile behind them."""
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def integers(x, y, out, N: Const):
    i = ct.bid(0)
    a = ct.load(x, (i,), (N,))
    b = ct.load(y, (i,), (N,))
    r = a + b - 3 * a
    r = r // b + a % b + ct.cdiv(a, b)
    r = r + (a & b) + (a | 7) + (a ^ b) + (a << 2) + (b >> 1) + ~a - (-b)
    q, m = divmod(a, b)
    r = r + q * m + min(a, b) + max(a, 5) + abs(a)
    r = ct.where(a < b, r, ct.where(a == b, r + 1, r - 1))
    r = ct.where((a >= b) & (a != 0), r, ct.maximum(r, ct.minimum(a, b)))
    ct.store(out, (i,), r)


@ct.kernel
def floats(x, y, out, N: Const):
    i = ct.bid(0)
    a = ct.load(x, (i,), (N,))
    b = ct.load(y, (i,), (N,))
    r = a * b + a
    r = r - a * 2.5
    r = a - b * r
    r = r / b + a // b + a % b + a ** 2 + a ** b
    r = ct.maximum(r, b, propagate_nan=True) + ct.minimum(a, 1.0)
    r = ct.where(a > b, r, 0.0) + ct.where(a != b, 1, 2)
    ct.store(out, (i,), r)


@ct.kernel
def rounding(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    r = ct.add(a, b, rounding_mode=RoundingMode.RZ)
    r = ct.sub(r, b, rounding_mode=RoundingMode.RM, flush_to_zero=True)
    r = ct.mul(r, b, rounding_mode=RoundingMode.RP)
    r = ct.truediv(r, b, rounding_mode=RoundingMode.APPROX, flush_to_zero=True)
    r = ct.truediv(r, a, rounding_mode=RoundingMode.FULL)
    p = ct.mul(a, b, flush_to_zero=True)
    r = ct.add(p, r, flush_to_zero=True)
    r = ct.maximum(r, a, flush_to_zero=True) + ct.atan2(a, b)
    ct.store(out, (0,), r)


@ct.kernel
def scalars(x, n, f, out):
    i = ct.bid(0) + ct.bid(1) * ct.num_blocks(0)
    j = (i * 2 + n) % 7 // 3
    k = ct.int64(j) + 1
    g = f * 0.5 + j
    h = ct.assume_divisible_by(n, 8) + j
    v = ct.load(x, i, ()) * g + k + h
    ct.store(out, j, v)


@ct.kernel
def broadcasting(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    row = ct.load(y, (0,), (N,))
    col = ct.reshape(ct.load(y, (1,), (M,)), (M, 1))
    r = a + row - col * 2
    r = r + ct.broadcast_to(row, (M, N)) + row[None, :] + col
    ct.store(out, (0, 0), r)


@ct.kernel
def booleans(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    p = (a < b) | (a == 3)
    q = p & ~(b > 2) ^ (a >= 1)
    r = ct.where(q, a, b) + q.astype(ct.int32)
    r = r + ct.equal(a, b) + ct.bitwise_not(q)
    ct.store(out, (0,), r)


@ct.kernel
def constants(out, N: Const, S: ct.Constant[float]):
    a = (N * 3 + 1) // 2 - N % 5
    b = 2.0 ** 3 + S * N
    c = min(a, N) if N > 4 else -a
    t = ct.full((N,), b, ct.float32) + c + (1 << 3) + (not N)
    t = t + max(1.5, S) + abs(-3) + float(N) + int(S)
    ct.store(out, (0,), t)
