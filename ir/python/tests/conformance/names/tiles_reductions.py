"""Sums, extremes, scans, positions, own functions."""
# launch: reductions [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def reductions(x, y, M: Int, N: Int):
    """Sums, extremes, scans, positions, own functions."""
    i = ct.bid(0)
    a = ct.load(x, (i, 0), (M, N), padding_mode=ct.PaddingMode.ZERO)
    s = ct.sum(a, axis=1, keepdims=True)
    m = ct.max(a, axis=-1, keepdims=True)
    p = ct.prod(a, axis=0, keepdims=True)
    c = ct.cumsum(a, axis=1)
    k = ct.argmax(a, axis=1)
    r = ct.reduce(a, 1, lambda u, v: u + v * 2.0, 0.0, keepdims=True)
    w = ct.min(a)
    ct.store(y, (i, 0), a / s - m + p + c + ct.astype(k, ct.float32)[:, None] + r + w)
