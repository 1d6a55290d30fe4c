"""Numbers beyond every type, and shapes of text"""
# launch: literal [{"t":"int64", "shape":[512]}, {"t":"int64", "shape":[512]}, {"i":7}, {"i":16}]
# launch: message [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def literal(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) - 9223372036854775808


@ct.kernel
def message(x, y, n, N: ct.Constant[int]):
    ct.assert_(n > 3, f"{n}")
