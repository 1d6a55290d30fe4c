"""del"""
# launch: deleted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def deleted(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    del a
