"""static_eval gives run-time values back, in tuples and objects"""
# launch: passed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_objects [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shapes [{"t":"float32", "shape":[512,64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Pair:
    a: object
    b: object


def build(tiles, scale):
    return tuple(reversed([t for t in tiles])) + (scale,)


@ct.kernel
def passed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b = ct.load(x, (1,), (N,))
    c, d, k = ct.static_eval(build((a, b), N))
    ct.store(y, (0,), c - d + k)


@ct.kernel
def in_objects(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    p = ct.static_eval(Pair(a, (N, n)))
    ct.store(y, (p.b[1],), p.a + p.b[0])


@ct.kernel
def chosen(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b = ct.static_eval((a, n)[0 if N > 8 else 1])
    ct.store(y, (0,), b)


@ct.kernel
def shapes(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (2, N))
    k = ct.static_eval(a.shape[0] * a.shape[1] + a.ndim + x.ndim)
    ct.store(y, (0,), ct.full((N,), k, ct.float32))
