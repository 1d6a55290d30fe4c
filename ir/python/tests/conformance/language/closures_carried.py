"""Closures in tuples and dataclasses, returned from closures"""
# launch: in_objects [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: recursive [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_tiles [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Pipeline:
    first: object
    second: object

    def run(self, t):
        return self.second(self.first(t))


def compose(f, g):
    def both(t):
        return g(f(t))
    return both


def power(k):
    def apply(t):
        if k == 0:
            return t
        return power(k - 1)(t * 2)
    return apply


@ct.kernel
def in_objects(x, y, n, N: ct.Constant[int]):
    scale = n * 2
    p = Pipeline(lambda t: t * scale, compose(lambda t: t + 1, lambda t: -t))
    ct.store(y, (0,), p.run(ct.load(x, (0,), (N,))))


@ct.kernel
def recursive(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), power(3)(ct.load(x, (0,), (N,))))


@ct.kernel
def of_tiles(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    fs = (compose(ct.exp, ct.negative), ct.sqrt, lambda t: t)
    b = fs[0](a) + fs[1](a) + fs[2](a)
    ct.store(y, (0,), b)
