"""The same names for different things in different files."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

import a
import b
from a import scaled as scaled_a

SCALE = 100


def scaled(t):
    return t * SCALE


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    t = ct.load(x, (0,), (N,))
    ct.store(y, (0,), scaled(t) + a.scaled(t) + b.scaled(t) + scaled_a(t))
