"""kernels with a variable number of parameters"""
# launch: rest [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}]
import cuda.tile as ct


@ct.kernel
def rest(x, y, *n):
    pass
