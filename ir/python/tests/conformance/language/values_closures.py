"""Nested functions, lambdas, defaults, captured variables."""
# launch: closures [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def closures(x, y, n: int, T: Int):
    """Nested functions, lambdas, defaults, captured variables."""
    i = ct.bid(0)
    scale = 3.0

    def times(v, by=2.0):
        return v * by * scale

    def make(k):
        return lambda v: v + k

    add = make(n)
    scale = 4.0
    a = ct.load(x, (i,), (T,))
    ct.store(y, (i,), times(a) + times(a, by=5.0) + add(1))
