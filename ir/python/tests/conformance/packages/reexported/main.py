"""Names that an `__init__` passes on, renamed, and from deeper packages."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

import lib
from lib import activation, relu, twice
from lib.math_ops import twice as again


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = relu(ct.load(x, (0,), (N,)))
    ct.store(y, (0,), twice(a) + again(a) + activation(a) + lib.relu(a) + lib.math_ops.twice(a) + lib.VERSION)
