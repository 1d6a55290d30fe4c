"""Bits seen as another type of the same width."""
# launch: bitcast [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"float64", "shape":[64]}, {"t":"uint64", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"bfloat16", "shape":[64]}, {"t":"int16", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"float16", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"float8_e4m3fn", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"int32", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: bitcast [{"t":"bool", "shape":[64]}, {"t":"int8", "shape":[64]}, {"i":16}]
# launch: scalars [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bitcast(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(y, (0,), ct.bitcast(a, y.dtype))
    ct.store(x, (0,), ct.bitcast(b, dtype=x.dtype))
    ct.store(x, (1,), ct.bitcast(a, x.dtype))


@ct.kernel
def scalars(x, n, s):
    ct.store(x, (0,), ct.bitcast(n, ct.float32) + ct.bitcast(ct.bitcast(s, ct.uint32), ct.float32))
    ct.store(x, (1,), ct.bitcast(1, ct.float32) + ct.bitcast(ct.full((4,), 3, ct.int32), ct.float32))
