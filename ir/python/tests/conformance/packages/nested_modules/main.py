"""Dotted imports and attributes of modules of modules."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct
import deep.down.below
import deep.down.below as below
from deep import down
from deep.down import below as again


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), deep.down.below.f(a) + below.f(a) + down.below.f(a) + again.K)
