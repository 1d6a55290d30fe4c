"""Conversions of element types."""
# launch: bits [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bits(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    i = ct.bitcast(a, ct.int32)
    h = ct.bitcast(i >> 16, ct.uint32)
    r = ct.bitcast(i ^ ct.bitcast(h, ct.int32), ct.float32)
    b = ct.pack_to_bytes(r)
    r = r + ct.unpack_from_bytes(b, ct.float32)
    ct.store(out, (0,), r)
