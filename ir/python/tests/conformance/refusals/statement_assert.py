"""assert"""
# launch: asserted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def asserted(x, y, n, N: ct.Constant[int]):
    assert n > 3, "too small"
