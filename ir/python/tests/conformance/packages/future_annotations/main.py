"""Annotations that are text: by `from __future__`, by quotes, under other names."""
from __future__ import annotations
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: quoted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: aliased [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct
from cuda.tile import Constant
from names import Width

ConstInt = ct.Constant[int]
Long = ct.ScalarInt64


@ct.kernel
def kernel(x: ct.Array, y: ct.Array, n: Long, N: Constant[int]) -> None:
    ct.store(y, (n,), ct.load(x, (0,), (N,)))


@ct.kernel
def quoted(x, y, n, N: "ct.Constant[int]"):
    ct.store(y, (n,), ct.load(x, (0,), (N,)))


@ct.kernel
def aliased(x, y, n: ct.ScalarInt64, N: Width):
    ct.store(y, (n,), ct.load(x, (0,), (N,)))
