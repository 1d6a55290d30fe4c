"""Relative imports inside a package, of one and two dots."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: direct [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

from ops.inner.kernels import kernel
from ops.inner import kernels


@ct.kernel
def direct(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), kernels.doubled(ct.load(x, (0,), (N,))))
