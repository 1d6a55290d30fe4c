"""A kernel as libraries have it: products with persistent blocks, swizzled, with an epilogue."""
# launch: persistent [{"t":"float16", "shape":[256, 128]}, {"t":"float16", "shape":[128, 256]}, {"t":"float16", "shape":[256, 256]}, {"t":"float32", "shape":[256]}, {"i":64}, {"i":64}, {"i":32}, {"i":8}, {"b":true}]
# launch: persistent [{"t":"float32", "shape":[250, 130]}, {"t":"float32", "shape":[130, 250]}, {"t":"float32", "shape":[250, 250]}, {"t":"float32", "shape":[250]}, {"i":64}, {"i":64}, {"i":32}, {"i":8}, {"b":false}]
# launch: split [{"t":"float16", "shape":[256, 128]}, {"t":"float16", "shape":[128, 256]}, {"t":"float32", "shape":[256, 256]}, {"t":"int32", "shape":[16]}, {"i":64}, {"i":64}, {"i":32}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


def swizzled(block, tiles_m, tiles_n, group):
    per_group = group * tiles_n
    first = block // per_group * group
    size = min(tiles_m - first, group)
    return first + block % size, block % per_group // size


@ct.kernel(num_ctas=ct.ByTarget(sm_100=2, default=1))
def persistent(a, b, c, bias, M: Const, N: Const, K: Const, group: Const, activate: ct.Constant[bool]):
    tiles_m, tiles_n = ct.cdiv(a.shape[0], M), ct.cdiv(b.shape[1], N)
    dtype = ct.tfloat32 if a.dtype == ct.float32 else a.dtype
    for block in range(ct.bid(0), tiles_m * tiles_n, ct.num_blocks(0)):
        i, j = swizzled(block, tiles_m, tiles_n, group)
        acc = ct.zeros((M, N), ct.float32)
        for k in range(ct.num_tiles(a, axis=1, shape=(M, K))):
            x = ct.load(a, index=(i, k), shape=(M, K), padding_mode=ct.PaddingMode.ZERO).astype(dtype)
            y = ct.load(b, index=(k, j), shape=(K, N), padding_mode=ct.PaddingMode.ZERO).astype(dtype)
            acc = ct.mma(x, y, acc)
        acc = acc + ct.load(bias, (j,), (N,))
        if activate:
            acc = acc * 0.5 * (1.0 + ct.tanh(0.79788456 * (acc + 0.044715 * acc * acc * acc)))
        ct.store(c, index=(i, j), tile=acc.astype(c.dtype))


@ct.kernel
def split(a, b, c, counts, M: Const, N: Const, K: Const, parts: Const):
    i, j, part = ct.bid(0), ct.bid(1), ct.bid(2)
    acc = ct.zeros((M, N), ct.float32)
    for k in range(part, ct.cdiv(a.shape[1], K), parts):
        acc = ct.mma(ct.load(a, (i, k), (M, K)), ct.load(b, (k, j), (K, N)), acc)
    rows = (i * M + ct.arange(M, dtype=ct.int32))[:, None]
    columns = j * N + ct.arange(N, dtype=ct.int32)
    ct.atomic_add(c, (rows, columns), acc, memory_order=ct.MemoryOrder.RELAXED)
    if ct.atomic_add(counts, i * ct.num_blocks(1) + j, 1) == parts - 1:
        ct.store(c, (i, j), ct.load(c, (i, j), (M, N)) * 2)
