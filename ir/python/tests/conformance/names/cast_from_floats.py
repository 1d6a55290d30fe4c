"""Conversions of element types."""
# launch: from_floats [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: from_floats [{"t":"float16", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def from_floats(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    r = a.astype(ct.int32) + a.astype(ct.uint8).astype(ct.int32)
    r = r + a.astype(ct.float16).astype(ct.int32) + a.astype(ct.bfloat16).astype(ct.int64).astype(ct.int32)
    r = r + a.astype(ct.tfloat32).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.float8_e4m3fn).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.float8_e5m2).astype(ct.float32).astype(ct.int32)
    r = r + a.astype(ct.bool_).astype(ct.int32) + (a > 1).astype(ct.uint64).astype(ct.int32)
    ct.store(out, (0,), r)
