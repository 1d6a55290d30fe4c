"""Class and static methods, properties of properties, calls by class"""
# launch: by_class [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: properties [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unbound [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: class_method_of_instance [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Scale:
    factor: object

    @classmethod
    def unit(cls):
        return cls(1.0)

    @classmethod
    def of(cls, k, extra=2):
        return cls(k * extra)

    @staticmethod
    def twice(t):
        return t * 2

    @property
    def inverse(self):
        return Scale(1.0 / self.factor)

    @property
    def identity(self):
        return Scale(self.factor * self.inverse.factor)

    def apply(self, t):
        return t * self.factor


@ct.kernel
def by_class(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), Scale.unit().apply(a) + Scale.of(n).apply(a) + Scale.twice(a))


@ct.kernel
def properties(x, y, n, N: ct.Constant[int]):
    s = Scale(n)
    ct.store(y, (0,), s.identity.apply(ct.load(x, (0,), (N,))) + s.inverse.inverse.factor)


@ct.kernel
def unbound(x, y, n, N: ct.Constant[int]):
    s = Scale(2.0)
    ct.store(y, (0,), Scale.apply(s, ct.load(x, (0,), (N,))))


@ct.kernel
def class_method_of_instance(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), Scale(3).of(n).apply(ct.load(x, (0,), (N,))))
