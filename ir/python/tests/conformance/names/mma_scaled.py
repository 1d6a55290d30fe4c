"""Products of scaled blocks: f8 and f4, with their scales (13.3 on)."""
# launch: mma_scaled [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
# launch: mma_scaled [{"t":"float8_e5m2", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
# launch: mma_scaled [{"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
# launch: mma_scaled [{"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma_scaled [{"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float4_e2m1fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: mma_scaled [{"t":"float16", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":32}]
# launch: mma_scaled [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float16", "shape":[64, 64]}, {"i":32}]
# launch: mma_scaled [{"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e4m3fn", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float8_e8m0fnu", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: batched [{"t":"float8_e4m3fn", "shape":[16, 64, 64]}, {"t":"float8_e8m0fnu", "shape":[16, 64, 64]}, {"t":"float32", "shape":[16, 64, 64]}, {"i":2}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def mma_scaled(x, y, sx, sy, z, B: Const):
    a = ct.load(x, (0, 0), (64, 64))
    b = ct.load(y, (0, 0), (64, 64))
    p = ct.load(sx, (0, 0), (64, 64 // B))
    q = ct.load(sy, (0, 0), (64 // B, 64))
    ct.store(z, (0, 0), ct.mma_scaled(a, p, b, q, acc=ct.zeros((64, 64), z.dtype)))


@ct.kernel
def batched(x, s, z, B: Const):
    a = ct.load(x, (0, 0, 0), (B, 64, 64))
    b = ct.load(x, (0, 0, 0), (1, 64, 64))
    p = ct.load(s, (0, 0, 0), (B, 64, 2))
    q = ct.load(s, (0, 0, 0), (1, 2, 64))
    ct.store(z, (0, 0, 0), ct.mma_scaled(a, p, b, q, ct.zeros((B, 64, 64), ct.float32)))
