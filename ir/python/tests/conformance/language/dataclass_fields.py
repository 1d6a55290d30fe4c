"""Frozen dataclasses: fields, defaults, keywords, nesting."""
from dataclasses import dataclass

import cuda.tile as ct

# launch: fields [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@dataclass(frozen=True)
class Config:
    width: int
    scale: float = 2.0
    name: str = "none"


@dataclass(frozen=True)
class Outer:
    config: Config
    tile: object
    index: tuple = (0,)


DEFAULT = Config(16, 0.5)


@ct.kernel
def fields(x, y, n, N: ct.Constant[int]):
    c = Config(N)
    d = Config(width=N, scale=n)
    a = ct.load(x, (0,), (c.width,))
    ct.store(y, (0,), a * c.scale)
    ct.store(y, (1,), a * d.scale)
    ct.store(y, (2,), a * DEFAULT.scale + DEFAULT.width)
    if c.name == "none":
        ct.store(y, (3,), a)


@ct.kernel
def nested(x, y, n, N: ct.Constant[int]):
    o = Outer(Config(N, 3.0), ct.load(x, (n,), (N,)))
    ct.store(y, o.index, o.tile * o.config.scale + o.config.width)
