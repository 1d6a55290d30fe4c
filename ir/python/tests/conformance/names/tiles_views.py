"""Slices and tiled views of arrays, orders, hints."""
# launch: views [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[64, 512]}, {"i":100}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def views(x, y, z, n: int, T: Int):
    """Slices and tiled views of arrays, orders, hints."""
    i = ct.bid(0)
    part = x.slice(axis=0, start=n, stop=n + 64)
    a = ct.load(part, (i, 0), (T, 8), latency=3)
    v = y.tiled_view((T, 8), padding_mode=ct.PaddingMode.NAN)
    b = v.load((i, v.num_tiles(1) - 1))
    c = ct.load(z, (0, i), (8, T), order="F", allow_tma=False)
    v.store((i, 0), a + b)
    ct.store(z, (0, i), c + ct.transpose(a), order=(1, 0))
    s = ct.load(x, (n, 0), ())
    ct.store(y, (n, 1), s * x.shape[0] + x.strides[0])
