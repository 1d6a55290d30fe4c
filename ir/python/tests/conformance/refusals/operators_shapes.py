"""tiles whose shapes do not broadcast"""
# launch: added [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: compared [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def added(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((N,), ct.float32) + ct.zeros((N // 2,), ct.float32)


@ct.kernel
def compared(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((4, 8), ct.float32) < ct.zeros((8, 4), ct.float32)


@ct.kernel
def chosen(x, y, n, N: ct.Constant[int]):
    a = ct.where(ct.zeros((4,), ct.float32) > 0, ct.zeros((8,), ct.float32), 0)
