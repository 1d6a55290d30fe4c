"""Lambdas: called at once, passed on, nested, conditional."""
import cuda.tile as ct

# launch: lambdas [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def square(t):
    return t * t


def twice(f, t):
    return f(f(t))


@ct.kernel
def lambdas(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), (lambda t, k=2: t * k)(a))
    ct.store(y, (1,), twice(lambda t: t + n, a))
    ct.store(y, (2,), twice(square, a))
    add = lambda k: lambda t: t + k
    ct.store(y, (3,), add(3)(a))
    ct.store(y, (4,), (lambda t: t if N > 8 else -t)(a))
    ct.store(y, (5,), (lambda *ts: ts[0] + len(ts))(a, a))
