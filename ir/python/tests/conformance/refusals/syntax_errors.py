"""files that are no Python"""
# launch: broken [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def broken(x, y, n, N: ct.Constant[int]):
    if n > 3
        pass
