"""Assertions on the device."""
# launch: assert_ [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: of_a_number [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: message [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: constant [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def assert_(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.assert_(a > 0)
    ct.assert_(n < 100, "too large")
    ct.assert_(cond=n > 0, message=None) if False else ct.assert_(n > 0, message="too small")
    for i in range(n):
        ct.assert_(i != 5, f"step {N}")
        ct.store(x, (i,), a)


@ct.kernel
def of_a_number(x, n):
    ct.assert_(n)


@ct.kernel
def message(x, n):
    ct.assert_(n > 0, 5)


@ct.kernel
def constant(x, N: Const):
    ct.assert_(N > 1, "small")
    ct.assert_(True)
