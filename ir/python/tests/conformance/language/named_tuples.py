"""Named tuples of the module are tuples"""
# launch: indexed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: compared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from typing import NamedTuple

import cuda.tile as ct


class Size(NamedTuple):
    width: int
    height: int = 2


SMALL = Size(16)
LARGE = Size(height=3, width=32)


@ct.kernel
def indexed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (SMALL[0],))
    w, h = LARGE
    ct.store(y, (h,), a * w + SMALL[1] + len(LARGE))


@ct.kernel
def compared(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    if SMALL == (16, 2):
        a = a + 1
    for k in ct.static_iter(LARGE):
        a = a + k
    ct.store(y, (0,), a)
