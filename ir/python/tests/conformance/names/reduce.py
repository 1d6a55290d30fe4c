"""Reductions by a function of one's own: lambdas, nested functions, helpers, closures."""
# launch: reduce [{"t":"float32", "shape":[64, 64]}, {"f":2.5}, {"i":4}, {"i":8}]
# launch: reduce [{"t":"int32", "shape":[64, 64]}, {"i":3}, {"i":4}, {"i":8}]
# launch: ternary [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: branching [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: loading [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: wrong_shape [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: nested_reduction [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: two_axes [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: not_callable [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


def both(a, b):
    return a + b


@ct.kernel
def reduce(x, s, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))

    def scaled(u, v):
        return (u + v) * 2

    b = ct.reduce(a, 0, both, 0, keepdims=True) + ct.reduce(a, axis=1, func=lambda u, v: u * v, identity=1, keepdims=True)
    b = b + ct.reduce(a, -1, scaled, identity=0).reshape((M, 1)) + ct.reduce(a, 0, lambda u, v: max(u, v), -1)
    ct.store(x, (0, 0), b)


@ct.kernel
def ternary(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.reduce(a, 0, lambda u, v: ct.where(ct.abs(u) > ct.abs(v), u, v), 0.0))


@ct.kernel
def branching(x, N: Const):
    def larger(u, v):
        if u > v:
            return u
        return v
    ct.store(x, (0,), ct.reduce(ct.load(x, (0,), (N,)), 0, larger, 0.0))


@ct.kernel
def loading(x, N: Const):
    ct.store(x, (0,), ct.reduce(ct.load(x, (0,), (N,)), 0, lambda u, v: u + v + ct.load(x, (0,), ()), 0.0))


@ct.kernel
def wrong_shape(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.reduce(a, 0, lambda u, v: (u + v).reshape((1,)), 0.0))


@ct.kernel
def nested_reduction(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.reduce(a, 0, lambda u, v: u + ct.sum(v.reshape((1,))), 0.0))


@ct.kernel
def two_axes(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.reduce(a, (0, 1), both, 0.0))


@ct.kernel
def not_callable(x, N: Const):
    ct.store(x, (0,), ct.reduce(ct.load(x, (0,), (N,)), 0, 1.0, 0.0))
