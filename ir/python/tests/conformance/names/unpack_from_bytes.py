"""Bytes as tiles of another type."""
# launch: unpack_from_bytes [{"t":"uint8", "shape":[1024]}, {"t":"float32", "shape":[64]}, {"i":64}]
# launch: unpack_from_bytes [{"t":"uint8", "shape":[1024]}, {"t":"int16", "shape":[64]}, {"i":16}]
# launch: unpack_from_bytes [{"t":"uint8", "shape":[1024]}, {"t":"float8_e4m3fn", "shape":[64]}, {"i":16}]
# launch: unpack_from_bytes [{"t":"uint8", "shape":[1024]}, {"t":"int64", "shape":[64]}, {"i":4}]
# launch: unpack_from_bytes [{"t":"uint8", "shape":[1024]}, {"t":"bool", "shape":[64]}, {"i":16}]
# launch: unpack_from_bytes [{"t":"int8", "shape":[1024]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_two_dimensions [{"t":"uint8", "shape":[64, 64]}, {"t":"float16", "shape":[1024]}, {"i":4}]
# launch: four_bits [{"t":"uint8", "shape":[1024]}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def unpack_from_bytes(x, out, N: Const):
    ct.store(out, (0,), ct.unpack_from_bytes(ct.load(x, (0,), (N,)), out.dtype))


@ct.kernel
def of_two_dimensions(x, out, N: Const):
    ct.store(out, (0,), ct.unpack_from_bytes(ct.load(x, (0, 0), (N, N)), out.dtype))


@ct.kernel
def four_bits(x, out, N: Const):
    a = ct.unpack_from_bytes(ct.load(x, (0,), (N,)), dtype=ct.float4_e2m1fn)
    ct.store(out, (0,), a.astype(ct.float32))
    ct.store(x, (1,), ct.pack_to_bytes(a))
