"""Enumerations: aliases, automatic values, integers, tuples as values, flags of the module"""
# launch: values [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import enum
from enum import Enum, IntEnum, auto

import cuda.tile as ct


class Kind(Enum):
    A = 1
    B = 1
    C = (1, 2.5)


class Auto(Enum):
    FIRST = auto()
    SECOND = auto()
    TENTH = 10
    ELEVENTH = auto()


class Level(IntEnum):
    LOW = 2
    HIGH = LOW * 4


@ct.kernel
def values(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if Kind.A == Kind.B:
        a = a + 1
    ct.store(y, (0,), a * Kind.C.value[1] + Auto.ELEVENTH.value + Auto.SECOND.value)


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in range(Level.LOW):
        a = a + Level.HIGH
    if n > Level.HIGH:
        a = a * 2
    ct.store(y, (Level.LOW,), a + (Level.HIGH - Level.LOW))
