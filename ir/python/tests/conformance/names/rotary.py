"""A kernel as libraries have it: rotary positions, in halves and interleaved."""
# launch: halves [{"t":"float16", "shape":[4, 128, 64]}, {"t":"float32", "shape":[128, 32]}, {"t":"float32", "shape":[128, 32]}, {"i":16}, {"i":64}]
# launch: interleaved [{"t":"bfloat16", "shape":[4, 128, 64]}, {"t":"float32", "shape":[128, 32]}, {"t":"float32", "shape":[128, 32]}, {"i":16}, {"i":64}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def halves(x, cosines, sines, R: Const, D: Const):
    h, i = ct.bid(1), ct.bid(0)
    c = ct.load(cosines, (i, 0), (R, D // 2))[None]
    s = ct.load(sines, (i, 0), (R, D // 2))[None]
    a = ct.load(x, (h, i, 0), (1, R, D // 2)).astype(ct.float32)
    b = ct.load(x, (h, i, 1), (1, R, D // 2)).astype(ct.float32)
    ct.store(x, (h, i, 0), (a * c - b * s).astype(x.dtype))
    ct.store(x, (h, i, 1), (b * c + a * s).astype(x.dtype))


@ct.kernel
def interleaved(x, cosines, sines, R: Const, D: Const):
    h, i = ct.bid(1), ct.bid(0)
    c = ct.load(cosines, (i, 0), (R, D // 2)).reshape((R, D // 2, 1))
    s = ct.load(sines, (i, 0), (R, D // 2)).reshape((R, D // 2, 1))
    pairs = ct.load(x, (h, i, 0), (1, R, D)).astype(ct.float32).reshape((R, D // 2, 2))
    a = pairs.extract((0, 0, 0), (R, D // 2, 1))
    b = pairs.extract((0, 0, 1), (R, D // 2, 1))
    turned = ct.cat((a * c - b * s, b * c + a * s), axis=-1)
    ct.store(x, (h, i, 0), turned.reshape((1, R, D)).astype(x.dtype))
