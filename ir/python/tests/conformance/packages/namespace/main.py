"""A folder without `__init__.py` is a package too."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct
import space.inner
from space import inner
from space.inner import f


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), f(a) + inner.f(a) + space.inner.f(a))
