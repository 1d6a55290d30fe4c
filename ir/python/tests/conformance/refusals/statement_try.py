"""try in a kernel"""
# launch: handled [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def handled(x, y, n, N: ct.Constant[int]):
    try:
        ct.store(y, (0,), ct.load(x, (0,), (N,)))
    except ValueError:
        pass
