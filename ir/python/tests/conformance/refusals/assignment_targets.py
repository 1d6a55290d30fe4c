"""targets that cannot be assigned"""
# launch: attribute [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_item [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_item [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: array_item [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: augmented_attribute [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dataclass_item [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Point:
    x: int


@ct.kernel
def attribute(x, y, n, N: ct.Constant[int]):
    p = Point(1)
    p.x = 3


@ct.kernel
def tuple_item(x, y, n, N: ct.Constant[int]):
    t = (1, 2)
    t[0] = 3


@ct.kernel
def tile_item(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    a[0] = 3.0


@ct.kernel
def array_item(x, y, n, N: ct.Constant[int]):
    x[0] = 3.0


@ct.kernel
def augmented_attribute(x, y, n, N: ct.Constant[int]):
    p = Point(1)
    p.x += 3


@ct.kernel
def dataclass_item(x, y, n, N: ct.Constant[int]):
    p = Point(1)
    p[0] = 3
