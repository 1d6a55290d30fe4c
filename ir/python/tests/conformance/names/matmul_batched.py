"""Products of matrices."""
# launch: batched [{"t":"bfloat16", "shape":[4, 64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"t":"float32", "shape":[4, 64, 64]}, {"i":2}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def batched(x, y, out, B: Const, N: Const):
    a = ct.load(x, (0, 0, 0), (B, N, N))
    b = ct.load(y, (0, 0), (N, N))
    acc = ct.zeros((B, N, N), ct.float32)
    ct.store(out, (0, 0, 0), ct.mma(a, b, acc))
