"""is and is not, with None."""
import cuda.tile as ct

# launch: identity [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: optional [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def identity(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    nothing = None
    if nothing is None and a is not None:
        a = a + 1
    if None is not n:
        a = a + 2
    if nothing is not None:
        a = a + undefined_name
    ct.store(y, (0,), a)


def shifted(t, by=None):
    return t if by is None else t + by


@ct.kernel
def optional(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), shifted(a) + shifted(a, n) + shifted(a, by=None))
