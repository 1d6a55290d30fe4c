"""The text of dataclasses and enumerations."""
from dataclasses import dataclass
from enum import Enum

import cuda.tile as ct

# launch: shown [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


class Mode(Enum):
    FAST = 1


@dataclass(frozen=True)
class Point:
    x: int
    y: object = 2


@dataclass(frozen=True)
class Named:
    name: str

    def __str__(self):
        return f"<{self.name}>"


@ct.kernel
def shown(x, y, n, N: ct.Constant[int]):
    print(Point(n, 3.5), Named("abc"))
    print(f"{Point(1)} {Mode.FAST}")
    print(repr(Named("abc")))
