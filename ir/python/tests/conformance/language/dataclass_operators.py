"""Operators that dataclasses define."""
from dataclasses import dataclass

import cuda.tile as ct

# launch: arithmetic [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: comparison [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: container [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@dataclass(frozen=True)
class Dual:
    value: object
    slope: object

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)

    def __rmul__(self, k):
        return Dual(k * self.value, k * self.slope)

    def __sub__(self, other):
        return NotImplemented

    def __rsub__(self, other):
        return Dual(other.value - self.value, other.slope - self.slope)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int


@dataclass(frozen=True)
class Pair:
    first: object
    second: object

    def __len__(self):
        return 2

    def __getitem__(self, i):
        return self.first if i == 0 else self.second


@ct.kernel
def arithmetic(x, y, n, N: ct.Constant[int]):
    a = Dual(ct.load(x, (0,), (N,)), 1.0)
    b = Dual(ct.load(x, (1,), (N,)), 0.0)
    c = a * b + 2.0 * a
    d = a - b
    ct.store(y, (0,), c.value)
    ct.store(y, (1,), c.slope + d.value)


@ct.kernel
def comparison(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if Version(1, 2) == Version(1, 2):
        a = a + 1
    if Version(1, 2) < Version(1, N):
        a = a + 2
    if Version(n, 2) != Version(n, 3):
        a = a + 3
    if Version(n, 2) <= Version(3, n):
        a = a + 4
    if Version(1, 2) == (1, 2):
        a = a + 5
    ct.store(y, (0,), a)


@ct.kernel
def container(x, y, n, N: ct.Constant[int]):
    p = Pair(ct.load(x, (0,), (N,)), n)
    ct.store(y, (p[1],), p[0] + len(p))
