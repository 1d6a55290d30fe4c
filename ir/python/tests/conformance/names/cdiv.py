"""Quotients rounded up."""
# launch: cdiv [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: cdiv [{"t":"uint8", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":7}, {"i":16}]
# launch: cdiv [{"t":"int64", "shape":[64]}, {"t":"int16", "shape":[64]}, {"i":7}, {"i":16}]
# launch: cdiv [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: of_scalars [{"t":"int32", "shape":[64]}, {"i":100}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def cdiv(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), ct.cdiv(a, b) + ct.cdiv(a, 3) + ct.cdiv(100, a))


@ct.kernel
def of_scalars(x, m, n, N: Const):
    k = ct.cdiv(m, n) + ct.cdiv(m, 16) + ct.cdiv(N, 3)
    for i in range(ct.cdiv(m, N)):
        ct.store(x, (i,), ct.full((N,), k, ct.int32))
