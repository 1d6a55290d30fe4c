"""Static methods through objects, class attributes that do not exist"""
# launch: through_object [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct


@dataclass(frozen=True)
class Scale:
    factor: object

    @staticmethod
    def twice(t):
        return t * 2


@ct.kernel
def through_object(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), Scale(2).twice(ct.load(x, (0,), (N,))))


@ct.kernel
def missing(x, y, n, N: ct.Constant[int]):
    a = Scale.thrice(n)
