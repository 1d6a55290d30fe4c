"""Host conveniences around helpers: functools, decorators that change nothing, tables of functions."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import functools

import cuda.tile as ct

OPERATIONS = {"double": lambda t: t * 2}


def noop(f):
    return f


def add(t, k):
    return t + k


FUNCTIONS = (add, ct.maximum)
TABLE = {"add": add, "max": ct.maximum}


@functools.lru_cache
def width(n):
    return n * 2


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    f = ct.static_eval(TABLE["add"])
    ct.store(y, (0,), FUNCTIONS[0](a, 1) + FUNCTIONS[1](a, 2) + f(a, n))
