"""members that do not exist, values of other kinds"""
# launch: missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: value [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: two [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: ordered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: added [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from enum import Enum

import cuda.tile as ct


class Mode(Enum):
    FAST = 1
    SLOW = 2


@ct.kernel
def missing(x, y, n, N: ct.Constant[int]):
    m = Mode.MEDIUM


@ct.kernel
def value(x, y, n, N: ct.Constant[int]):
    m = Mode(3)


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    m = Mode(n)


@ct.kernel
def two(x, y, n, N: ct.Constant[int]):
    m = Mode(1, 2)


@ct.kernel
def none(x, y, n, N: ct.Constant[int]):
    m = Mode()


@ct.kernel
def ordered(x, y, n, N: ct.Constant[int]):
    m = Mode.FAST < Mode.SLOW


@ct.kernel
def added(x, y, n, N: ct.Constant[int]):
    m = Mode.FAST + 1
