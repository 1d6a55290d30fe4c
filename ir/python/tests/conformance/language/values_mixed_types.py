"""Promotion of types and constants."""
# launch: mixed_types [{"t":"float32", "shape":[512]}, {"t":"float16", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"f":1.5}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def mixed_types(x, h, y, k: int, s: float, T: Int):
    """Promotion of types and constants."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.load(h, (i,), (T,))
    c = a + b
    d = b * 2 + 1
    e = k / 3
    f = k // 3 + k % 3
    g = (a > 0) & (b < 1)
    m = ct.where(g, d, b)
    r = ct.astype(k, ct.float32) * s
    ct.store(y, (i,), c + ct.astype(m, ct.float32) + e + f + r)
