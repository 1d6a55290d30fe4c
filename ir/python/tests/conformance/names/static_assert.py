"""Assertions while compiling."""
# launch: static_assert_ [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: fails [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: fails_without_a_message [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_constant [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: of_a_number [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def static_assert_(x, N: Const):
    ct.static_assert(N > 8)
    ct.static_assert(N % 16 == 0, f"{N} is no multiple of 16")
    ct.static_assert(x.dtype in (ct.float32, ct.float16), "floats only")
    ct.store(x, (0,), ct.zeros((N,), x.dtype))


@ct.kernel
def fails(x, N: Const):
    ct.store(x, (0,), ct.zeros((N,), x.dtype))
    ct.static_assert(N > 64, f"{N} is too small")


@ct.kernel
def fails_without_a_message(x, N: Const):
    ct.static_assert(x.ndim == 2)


@ct.kernel
def not_constant(x, n):
    ct.static_assert(n > 3)


@ct.kernel
def of_a_number(x, N: Const):
    ct.static_assert(N)
    ct.store(x, (0,), ct.zeros((N,), x.dtype))
