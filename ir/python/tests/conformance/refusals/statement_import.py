"""import in a kernel"""
# launch: imported [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: imported_from [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def imported(x, y, n, N: ct.Constant[int]):
    import math
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * math.pi)


@ct.kernel
def imported_from(x, y, n, N: ct.Constant[int]):
    from math import pi
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * pi)
