"""dataclasses.replace, inheritance, post-init, keyword-only fields."""
import dataclasses
from dataclasses import dataclass, field, replace

import cuda.tile as ct

# launch: replaced [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: inherited [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: checked [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: keywords [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@dataclass(frozen=True)
class Base:
    scale: float
    width: int = 16

    def apply(self, t):
        return t * self.scale


@dataclass(frozen=True)
class Derived(Base):
    shift: float = 1.0

    def apply(self, t):
        return t * self.scale + self.shift


@dataclass(frozen=True)
class Checked:
    n: int

    def __post_init__(self):
        ct.static_assert(self.n > 3)


@dataclass(frozen=True, kw_only=True)
class Keywords:
    a: int
    b: float = field(default=2.0)


@ct.kernel
def replaced(x, y, n, N: ct.Constant[int]):
    b = Base(2.0)
    c = replace(b, scale=n)
    d = dataclasses.replace(c, width=N)
    ct.store(y, (0,), c.apply(ct.load(x, (0,), (d.width,))) + b.scale)


@ct.kernel
def inherited(x, y, n, N: ct.Constant[int]):
    d = Derived(n, shift=0.5)
    e = Derived(1.0, N, 3.0)
    a = ct.load(x, (0,), (e.width,))
    ct.store(y, (0,), d.apply(a) + e.apply(a))


@ct.kernel
def checked(x, y, n, N: ct.Constant[int]):
    c = Checked(N)
    ct.store(y, (0,), ct.load(x, (0,), (c.n,)))


@ct.kernel
def keywords(x, y, n, N: ct.Constant[int]):
    k = Keywords(a=n)
    ct.store(y, (k.a,), ct.load(x, (0,), (N,)) * k.b)
