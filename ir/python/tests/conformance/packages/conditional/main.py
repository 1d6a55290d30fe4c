"""Imports and definitions under conditions that Python decides."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import sys
from typing import TYPE_CHECKING

import cuda.tile as ct

if TYPE_CHECKING:
    from nowhere import Type

    SCALE = 100
else:
    SCALE = 2

if sys.version_info >= (3, 8):
    from modern import step
else:
    from ancient import step

if sys.version_info < (3, 0):
    SCALE = 50
elif SCALE == 2:
    OFFSET = 3
else:
    OFFSET = 4

try:
    from fast_path import missing_function
except ImportError:
    def missing_function(t):
        return t + OFFSET

try:
    from modern import not_there
except ImportError:
    not_there = None

try:
    from modern import step as tried
except ImportError:
    tried = None


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = missing_function(ct.load(x, (0,), (N,)))
    if not_there is None and tried is not None:
        a = tried(a)
    ct.store(y, (0,), step(a) * SCALE)
