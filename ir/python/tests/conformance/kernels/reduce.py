"""Reductions and scans."""
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def simple(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.sum(a, 1, keepdims=True) + ct.prod(a, axis=0) + ct.max(a, (0, 1)) + ct.min(a)
    r = r + ct.sum(a, -1, keepdims=True) + ct.max(a, 0, propagate_nan=True)
    ct.store(out, (0, 0), r)


@ct.kernel
def options(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.sum(a, 1, keepdims=True, rounding_mode=RoundingMode.RZ, flush_to_zero=True)
    r = r + ct.max(a, 0, flush_to_zero=True)
    ct.store(out, (0, 0), r)


@ct.kernel
def integers(x, u, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(u, (0, 0), (M, N))
    r = ct.sum(a > 3, 1, keepdims=True) + ct.max(a, 0) + ct.min(a, 0)
    r = r + (ct.max(b, 0) + ct.min(b, 1, keepdims=True)).astype(ct.int32) + ct.max(a < 2, 0)
    ct.store(out, (0, 0), r)


@ct.kernel
def arguments(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    r = ct.argmax(a, 1, keepdims=True) + ct.argmin(a, 0) + ct.argmax(b, 0, propagate_nan=False)
    r = r + ct.argmax(a) + ct.argmin(b, keepdims=True) + ct.argmax(b, 1, keepdims=True, propagate_nan=True)
    ct.store(out, (0, 0), r)


def combine(a, b, c, d):
    return a + c, b * d


@ct.kernel
def functions(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    p, q = ct.reduce((a, b), 1, combine, (0.0, 1.0))
    r = ct.reduce(a, 0, lambda u, v: ct.maximum(u, v), 0.0, keepdims=True)
    s = ct.scan(a, 1, lambda u, v: u + v, 0, reverse=True)
    t, w = ct.scan((a, b), 0, combine, (0, 1))
    ct.store(out, (0, 0), (p + q).reshape((M, 1)) + r + s + t + w)


@ct.kernel
def half_used(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.load(y, (0, 0), (M, N))
    p, q = ct.reduce((a, b), 1, lambda a, b, c, d: (ct.minimum(a, c), ct.where(a < c, b, d)), (0.0, 1.0))
    ct.store(out, (0, 0), q.reshape((M, 1)) + a)


@ct.kernel
def scans(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    r = ct.cumsum(a, 0) + ct.cumprod(a, 1, reverse=True) + ct.cumsum(a > 1, -1).astype(ct.float32)
    r = r + ct.cumsum(a, 1, rounding_mode=RoundingMode.RN, flush_to_zero=True)
    ct.store(out, (0, 0), r)
