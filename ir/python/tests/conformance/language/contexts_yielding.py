"""`with` statements and generator context managers."""
# launch: yielding [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from contextlib import contextmanager
import cuda.tile as ct

Const = ct.Constant[int]


@contextmanager
def scaled(x, i, N, by=2.0):
    t = ct.load(x, (i,), (N,))
    yield t * by
    ct.store(x, (i,), t)


@ct.kernel
def yielding(x, out, n, N: Const):
    with scaled(x, ct.bid(0), N) as t:
        ct.store(out, (0,), t)
    for i in range(n):
        with scaled(x, i, N, by=3.0) as t:
            if ct.sum(t) > 3:
                continue
            ct.store(out, (i,), t)
