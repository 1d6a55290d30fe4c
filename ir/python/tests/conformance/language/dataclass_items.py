"""Objects with items, lengths, calls and all operators"""
# launch: operators [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: comparisons [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: items [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Vector:
    a: object
    b: object

    def __len__(self):
        return 2

    def __getitem__(self, i):
        return self.a if i == 0 else self.b

    def __neg__(self):
        return Vector(-self.a, -self.b)

    def __sub__(self, other):
        return Vector(self.a - other.a, self.b - other.b)

    def __truediv__(self, k):
        return Vector(self.a / k, self.b / k)

    def __matmul__(self, other):
        return self.a * other.a + self.b * other.b

    def __mod__(self, k):
        return Vector(self.a % k, self.b % k)

    def __rfloordiv__(self, k):
        return Vector(k // self.a, k // self.b)

    def __pow__(self, k):
        return Vector(self.a * k, self.b * k)

    def __and__(self, other):
        return self.a & other

    def __rlshift__(self, other):
        return other + self.b

    def __eq__(self, other):
        return self.a == other

    def __lt__(self, other):
        return self.b < other


@dataclass(frozen=True)
class Writer:
    array: object

    def __setitem__(self, i, value):
        ct.store(self.array, (i,), value)

    def __getitem__(self, i):
        return ct.load(self.array, (i,), (16,))


@ct.kernel
def operators(x, y, n, N: ct.Constant[int]):
    v = Vector(n, n + 1)
    w = (v - Vector(1, 2)) ** 3
    r = (w / 2).a + (v @ w) + (v % 3)[1] + (100 // v)[0] + (v & 3) + (5 << v)
    ct.store(y, (0,), ct.load(x, (0,), (N,)) + r + len(v))


@ct.kernel
def comparisons(x, y, n, N: ct.Constant[int]):
    v = Vector(n, 2.0)
    a = ct.load(x, (0,), (N,))
    if v == 7:
        a = a + 1
    if v != 7:
        a = a + 2
    if v < 3:
        a = a + 3
    ct.store(y, (0,), a)


@ct.kernel
def items(x, y, n, N: ct.Constant[int]):
    w = Writer(y)
    r = Writer(x)
    w[n] = r[0] * 2
    w[1] += r[1]
