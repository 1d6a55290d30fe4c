"""`rsqrt`, with and without denormals."""
# launch: rsqrt [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"int16", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: rsqrt [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: flushed [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: flushed [{"t":"float64", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def rsqrt(x, y, z, s, N: Const):
    a = ct.rsqrt(ct.load(x, (0,), (N,)))
    b = ct.rsqrt(ct.load(y, (0,), (N,)), flush_to_zero=False)
    c = ct.rsqrt(ct.load(z, (0,), (N,)))
    ct.store(x, (0,), (a + ct.rsqrt(s) + ct.rsqrt(0.5)).astype(x.dtype))
    ct.store(y, (0,), b * ct.rsqrt(4))
    ct.store(z, (0,), c.astype(z.dtype))


@ct.kernel
def flushed(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.rsqrt(a, flush_to_zero=True))
