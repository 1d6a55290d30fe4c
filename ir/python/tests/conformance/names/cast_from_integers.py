"""Conversions of element types."""
# launch: from_integers [{"t":"int32", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: from_integers [{"t":"int8", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def from_integers(x, u, out, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(u, (0,), (N,))
    r = a.astype(ct.int8).astype(ct.int64).astype(ct.float32)
    r = r + b.astype(ct.uint8).astype(ct.uint32).astype(ct.float32)
    r = r + a.astype(ct.bool_).astype(ct.float32) + b.astype(ct.int32).astype(ct.float16)
    r = r + a.astype(ct.uint16).astype(ct.bfloat16) + a.astype(ct.float64).astype(ct.float32)
    ct.store(out, (0,), r)
