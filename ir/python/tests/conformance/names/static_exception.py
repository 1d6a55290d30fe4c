"""Exceptions raised while compiling."""
# launch: not_raised [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: raised [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: evaluated [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def not_raised(x, N: Const):
    if N > 64:
        raise ct.static_exception(ValueError(f"{N} is too large"))
    ct.store(x, (0,), ct.zeros((N,), x.dtype))


@ct.kernel
def raised(x, N: Const):
    if N < 64:
        raise ct.static_exception(ValueError(f"{N} is too small"))
    ct.store(x, (0,), ct.zeros((N,), x.dtype))


@ct.kernel
def evaluated(x, N: Const):
    ct.static_exception(TypeError("no"))
