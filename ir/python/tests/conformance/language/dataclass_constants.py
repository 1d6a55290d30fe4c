"""Instances that are constants: of the module, compared, in tuples, as defaults"""
# launch: module [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: compared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: looped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass, replace
from enum import Enum

import cuda.tile as ct


class Mode(Enum):
    SUM = "sum"
    MAX = "max"


@dataclass(frozen=True)
class Config:
    width: int
    mode: Mode = Mode.SUM
    scales: tuple = (1.0, 2.0)

    @property
    def half(self):
        return self.width // 2


SMALL = Config(16)
LARGE = replace(SMALL, width=32) if False else Config(32, Mode.MAX)
ALL = (SMALL, LARGE)


def reduce(t, config=SMALL):
    if config.mode == Mode.SUM:
        return ct.sum(t)
    return ct.max(t)


@ct.kernel
def module(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (SMALL.width,))
    ct.store(y, (0,), a * SMALL.scales[1] + reduce(a) + reduce(a, LARGE) + SMALL.half)


@ct.kernel
def compared(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if SMALL == Config(16):
        a = a + 1
    if SMALL != LARGE:
        a = a + 2
    if Config(N) == SMALL:
        a = a + 3
    ct.store(y, (0,), a)


@ct.kernel
def looped(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for c in ct.static_iter(ALL):
        if c.mode == Mode.MAX:
            a = a * c.width
        a = a + ct.static_eval(c.half + len(c.scales))
    ct.store(y, (0,), a)
