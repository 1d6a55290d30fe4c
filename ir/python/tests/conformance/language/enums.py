"""Enumerations: members, values, comparison, construction."""
import enum
from enum import Enum, IntEnum, auto

import cuda.tile as ct

# launch: members [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


class Mode(Enum):
    ADD = "add"
    MULTIPLY = "multiply"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Step(enum.Enum):
    FIRST = auto()
    SECOND = auto()


MODE = Mode.MULTIPLY


def apply(a, mode):
    if mode == Mode.ADD:
        return a + 1
    return a * 2


@ct.kernel
def members(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    a = apply(apply(a, Mode.ADD), MODE)
    if Mode("add") == Mode.ADD:
        a = a + 3
    if MODE.value == "multiply" and MODE.name == "MULTIPLY":
        a = a + 4
    if Step.SECOND.value == 2:
        a = a + 5
    if MODE in (Mode.ADD, Mode.MULTIPLY):
        a = a + 6
    ct.store(y, (0,), a)


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (Level.HIGH,), a + Level.LOW)
    if Level(2) == Level.HIGH:
        ct.store(y, (0,), a)
