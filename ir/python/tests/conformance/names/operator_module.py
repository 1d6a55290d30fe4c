"""Functions of module `operator`, as values and called."""
# launch: called [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: passed_on [{"t":"float32", "shape":[64]}, {"i":16}]
import operator

import cuda.tile as ct

Const = ct.Constant[int]


def fold(f, a, b, c):
    return f(f(a, b), c)


@ct.kernel
def called(x, N: Const):
    a = ct.load(x, (0,), (N,))
    b = operator.add(a, 1) * operator.sub(a, a) + operator.mul(a, 2) - operator.neg(a)
    b = operator.and_(b, operator.or_(a, 4)) + operator.xor(a, b) + operator.floordiv(a, 3) + operator.mod(b, 5)
    ct.store(x, (0,), ct.where(operator.lt(a, b), operator.lshift(b, 1), operator.invert(a)))


@ct.kernel
def passed_on(x, N: Const):
    a = ct.load(x, (0,), (N,))
    b = fold(operator.mul, a, a, 2) + fold(max, a, 1, 2) + fold(ct.minimum, a, 3, 4)
    ct.store(x, (0,), b + ct.reduce(a, 0, operator.add, 0))
