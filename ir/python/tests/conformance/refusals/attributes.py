"""attributes that do not exist"""
# launch: of_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_array [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_module [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_enum [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_instance [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_string [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_function [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: of_none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass
from enum import Enum

import cuda.tile as ct


class Mode(Enum):
    FAST = 1


@dataclass(frozen=True)
class Point:
    x: int


@ct.kernel
def of_tile(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).T


@ct.kernel
def of_array(x, y, n, N: ct.Constant[int]):
    a = x.size


@ct.kernel
def of_number(x, y, n, N: ct.Constant[int]):
    a = n.real


@ct.kernel
def of_module(x, y, n, N: ct.Constant[int]):
    a = ct.nothing


@ct.kernel
def of_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.float32.nothing


@ct.kernel
def of_enum(x, y, n, N: ct.Constant[int]):
    a = Mode.SLOW


@ct.kernel
def of_instance(x, y, n, N: ct.Constant[int]):
    a = Point(1).y


@ct.kernel
def of_string(x, y, n, N: ct.Constant[int]):
    a = "text".upper()


@ct.kernel
def of_tuple(x, y, n, N: ct.Constant[int]):
    a = (1, 2).index(2)


@ct.kernel
def of_function(x, y, n, N: ct.Constant[int]):
    a = ct.load.name


@ct.kernel
def of_none(x, y, n, N: ct.Constant[int]):
    a = None.real
