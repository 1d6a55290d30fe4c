"""Tiles as their bytes."""
# launch: pack_to_bytes [{"t":"float32", "shape":[64]}, {"t":"uint8", "shape":[1024]}, {"i":16}]
# launch: pack_to_bytes [{"t":"int16", "shape":[64]}, {"t":"uint8", "shape":[1024]}, {"i":16}]
# launch: pack_to_bytes [{"t":"float8_e4m3fn", "shape":[64]}, {"t":"uint8", "shape":[1024]}, {"i":16}]
# launch: pack_to_bytes [{"t":"int64", "shape":[64]}, {"t":"uint8", "shape":[1024]}, {"i":16}]
# launch: pack_to_bytes [{"t":"bool", "shape":[64]}, {"t":"uint8", "shape":[1024]}, {"i":16}]
# launch: of_two_dimensions [{"t":"float16", "shape":[64, 64]}, {"t":"uint8", "shape":[1024]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def pack_to_bytes(x, out, N: Const):
    ct.store(out, (0,), ct.pack_to_bytes(ct.load(x, (0,), (N,))))


@ct.kernel
def of_two_dimensions(x, out, N: Const):
    ct.store(out, (0,), ct.pack_to_bytes(ct.load(x, (0, 0), (N, N))))
