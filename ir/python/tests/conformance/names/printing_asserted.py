"""Printing and assertions."""
# launch: asserted [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def asserted(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.assert_(a > 0)
    ct.assert_(n < 5, "n is too large")
    ct.static_assert(N > 1, "small")
    ct.store(x, (0,), a)
