"""Elements at computed indices: masks, padding, bounds, indices of any rank."""
# launch: gather [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: gather [{"t":"int64", "shape":[512]}, {"t":"uint8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: two_dimensions [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: float_indices [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: wrong_mask [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: wrong_padding [{"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def gather(x, idx, m, n, N: Const):
    i = ct.load(idx, (0,), (N,))
    k = ct.load(m, (0,), (N,))
    a = ct.gather(x, i) + ct.gather(x, (i,), mask=k) + ct.gather(x, i, check_bounds=False)
    a = a + ct.gather(x, i, mask=k, padding_value=1, check_bounds=False, latency=4) + ct.gather(x, n)
    a = a + ct.gather(x, i, mask=True, padding_value=ct.gather(x, i)) + ct.gather(x, 5, mask=n > 1)
    ct.store(x, (0,), a + ct.sum(ct.gather(x, i[:, None] + i, mask=k[:, None]), axis=0))


@ct.kernel
def two_dimensions(x, M: Const, N: Const):
    i = ct.arange(M, dtype=ct.int64)[:, None]
    j = ct.arange(N, dtype=ct.uint8)
    a = ct.gather(x, (i, j)) + ct.gather(x, (ct.bid(0), j), padding_value=2.5) + ct.gather(x, (i, 0))
    ct.store(x, (0, 0), a + ct.gather(x, (i, j), mask=i < 2, check_bounds=False))


@ct.kernel
def float_indices(x, N: Const):
    ct.store(x, (0,), ct.gather(x, ct.arange(N, dtype=ct.float32)))


@ct.kernel
def wrong_rank(x, N: Const):
    ct.store(x, (0, 0), ct.gather(x, ct.arange(N, dtype=ct.int32)))


@ct.kernel
def wrong_mask(x, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    ct.store(x, (0,), ct.gather(x, i, mask=i))


@ct.kernel
def wrong_padding(x, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    ct.store(x, (0,), ct.gather(x, i, padding_value=ct.zeros((2 * N,), ct.float32)))
