"""A helper in another file, imported in three ways."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

import helpers
import helpers as h
from helpers import scaled as times


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), helpers.scaled(a) + h.scaled(a, n) + times(a, by=3))
