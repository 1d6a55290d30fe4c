"""Locals that shadow globals, built-ins and parameters of enclosing functions."""
import cuda.tile as ct

# launch: shadowed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
scale = 3.0
total = 5


def max(a, b):
    return a + b


@ct.kernel
def shadowed(x, y, n, N: ct.Constant[int]):
    sum = ct.load(x, (0,), (N,))
    range_ = 3
    scale = 2.0
    print = n

    def f(sum, n=4):
        scale = 7
        return sum * scale + n + total

    len = f(sum)
    abs = max(len, sum)
    ct.store(y, (range_,), abs * scale + print)
