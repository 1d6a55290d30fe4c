"""dataclasses that kernels cannot use"""
# launch: mutable [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: factory [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: not_an_argument [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: own_init [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: plain_class [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: derived [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: missing_field [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unknown_field [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many_fields [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: added [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: ordered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: length [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: called [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass, field

import cuda.tile as ct


@dataclass
class Mutable:
    x: int


@dataclass(frozen=True)
class Factory:
    x: tuple = field(default_factory=tuple)


@dataclass(frozen=True)
class Hidden:
    x: int = field(default=1, init=False)


@dataclass(frozen=True)
class OwnInit:
    x: int

    def __init__(self, x):
        object.__setattr__(self, "x", x)


class Plain:
    def __init__(self):
        self.x = 1


@dataclass(frozen=True)
class Base:
    x: int


class Derived(Base):
    pass


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2


PLAIN = Plain()


@ct.kernel
def mutable(x, y, n, N: ct.Constant[int]):
    p = Mutable(1)


@ct.kernel
def factory(x, y, n, N: ct.Constant[int]):
    p = Factory()


@ct.kernel
def not_an_argument(x, y, n, N: ct.Constant[int]):
    p = Hidden()


@ct.kernel
def own_init(x, y, n, N: ct.Constant[int]):
    p = OwnInit(1)


@ct.kernel
def plain_class(x, y, n, N: ct.Constant[int]):
    p = Plain()


@ct.kernel
def derived(x, y, n, N: ct.Constant[int]):
    p = Derived(1)


@ct.kernel
def missing_field(x, y, n, N: ct.Constant[int]):
    p = Point()


@ct.kernel
def unknown_field(x, y, n, N: ct.Constant[int]):
    p = Point(1, z=3)


@ct.kernel
def too_many_fields(x, y, n, N: ct.Constant[int]):
    p = Point(1, 2, 3)


@ct.kernel
def added(x, y, n, N: ct.Constant[int]):
    p = Point(1) + Point(2)


@ct.kernel
def ordered(x, y, n, N: ct.Constant[int]):
    p = Point(1) < Point(2)


@ct.kernel
def length(x, y, n, N: ct.Constant[int]):
    p = len(Point(1))


@ct.kernel
def called(x, y, n, N: ct.Constant[int]):
    p = Point(1)(2)
