"""Values that must be known while compiling."""
# launch: ensure_constant_ [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_a_parameter [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: of_a_tile [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def ensure_constant_(x, N: Const):
    n = ct.ensure_constant(N // 2)
    ct.store(x, (0,), ct.full((n,), ct.ensure_constant(1.5), ct.ensure_constant(x.dtype)))


@ct.kernel
def of_a_parameter(x, n):
    ct.store(x, (0,), ct.ensure_constant(n))


@ct.kernel
def of_a_tile(x, N: Const):
    ct.store(x, (0,), ct.ensure_constant(ct.load(x, (0,), (N,))))
