"""Products of matrices."""
# launch: tensor_float [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def tensor_float(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N)).astype(ct.tfloat32)
    b = ct.load(y, (0, 0), (N, N)).astype(ct.tfloat32)
    ct.store(out, (0, 0), ct.mma(a, b, ct.full((N, N), 0, ct.float32)))
