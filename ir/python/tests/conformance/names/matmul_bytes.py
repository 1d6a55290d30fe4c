"""Products of matrices."""
# launch: bytes_ [{"t":"int8", "shape":[64, 64]}, {"t":"uint8", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bytes_(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(out, (0, 0), ct.mma(a, b, ct.zeros((N, N), ct.int32)))
