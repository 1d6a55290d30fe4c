"""a class in a kernel"""
# launch: classed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def classed(x, y, n, N: ct.Constant[int]):
    class Point:
        pass
