import enum
from dataclasses import dataclass

import cuda.tile as ct


class Mode(enum.Enum):
    FAST = 0
    EXACT = 1


@dataclass(frozen=True)
class Config:
    scale: float
    limits: tuple = (0, 1)


WIDTH = 16
SHAPE = (WIDTH,)
DTYPE = ct.float16
FULL = ct.float32
MODE = Mode.FAST
DEFAULT = Config(scale=WIDTH / 32)
TABLE = {"narrow": 0.5, "wide": 2.0}
