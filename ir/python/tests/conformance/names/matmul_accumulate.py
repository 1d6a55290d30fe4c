"""Products of matrices."""
# launch: accumulate [{"t":"float16", "shape":[512, 256]}, {"t":"float16", "shape":[256, 512]}, {"t":"float16", "shape":[512, 512]}, {"i":64}, {"i":64}, {"i":32}]
# launch: accumulate [{"t":"bfloat16", "shape":[500, 250], "align":2}, {"t":"bfloat16", "shape":[250, 500]}, {"t":"float32", "shape":[500, 500]}, {"i":32}, {"i":64}, {"i":16}]
# launch: accumulate [{"t":"float32", "shape":[512, 256]}, {"t":"float32", "shape":[256, 512]}, {"t":"float32", "shape":[512, 512]}, {"i":32}, {"i":32}, {"i":32}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def accumulate(x, y, out, M: Const, N: Const, K: Const):
    acc = ct.zeros((M, N), ct.float32)
    for k in range(ct.num_tiles(x, 1, (M, K))):
        a = ct.load(x, (ct.bid(0), k), (M, K), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(y, (k, ct.bid(1)), (K, N), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(a, b, acc)
    ct.store(out, (ct.bid(0), ct.bid(1)), acc.astype(out.dtype))
