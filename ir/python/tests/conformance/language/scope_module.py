"""Globals that helpers read."""
import cuda.tile as ct

# launch: declared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
SCALE = 2.0


def scaled(t):
    return t * SCALE

@ct.kernel
def declared(x, y, n, N: ct.Constant[int]):
    a = scaled(ct.load(x, (0,), (N,)))
    ct.store(y, (0,), a)
