"""Defaults of nested functions are evaluated where they are defined."""
import cuda.tile as ct

# launch: defaults [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def defaults(x, y, n, N: ct.Constant[int]):
    k = n + 1

    def shifted(t, by=k, *, scale=2.0):
        return t * scale + by

    k = 100
    f = lambda t, j=k: t - j
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), shifted(a) + shifted(a, 1) + shifted(a, scale=3.0, by=n))
    ct.store(y, (1,), f(a) + f(a, 2) + f(t=a, j=3))
