"""Kernels and helpers that functions make."""
# launch: by_two [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: by_half [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: with_helper [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: from_elsewhere [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

from making import make_from_elsewhere

OFFSET = 1.5


def make(scale, occupancy=None):
    shape = (16,)

    def shifted(t):
        return t * scale + OFFSET

    @ct.kernel(occupancy=occupancy)
    def kernel(x, y, n, N: ct.Constant[int]):
        a = shifted(ct.load(x, (0,), shape))
        if scale > 1:
            a = a + ct.static_eval(scale * 2)
        ct.store(y, (0,), a * late)

    late = 4
    return kernel


by_two = make(2, occupancy=4)
by_half = make(scale=0.5)


def activation(name):
    if name == "relu":
        def f(t):
            return ct.maximum(t, 0)
    else:
        def f(t):
            return ct.exp(t)
    return f


relu = activation("relu")
exp = activation("exp")


@ct.kernel
def with_helper(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), relu(a) + exp(a))


from_elsewhere = make_from_elsewhere(ct.float16)
