"""Matrix products."""
# launch: products [{"t":"float16", "shape":[512, 64]}, {"t":"float16", "shape":[64, 512]}, {"t":"float16", "shape":[512, 512]}, {"i":16}, {"i":16}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def products(a, b, c, M: Int, N: Int, K: Int):
    """Matrix products."""
    i, j = ct.bid(0), ct.bid(1)
    acc = ct.zeros((M, N), ct.float32)
    for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
        x = ct.load(a, (i, k), (M, K), padding_mode=ct.PaddingMode.ZERO)
        y = ct.load(b, (k, j), (K, N), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(x, y, acc)
    z = ct.load(a, (i, 0), (M, K)) @ ct.load(b, (0, j), (K, N))
    ct.store(c, (i, j), ct.astype(acc, c.dtype) + z)
