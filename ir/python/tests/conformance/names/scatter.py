"""Elements written at computed indices: masks, bounds, conversions."""
# launch: scatter [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: scatter [{"t":"float64", "shape":[512]}, {"t":"uint8", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: two_dimensions [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: wrong_value [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: wrong_type [{"t":"int32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def scatter(x, idx, m, n, N: Const):
    i = ct.load(idx, (0,), (N,))
    k = ct.load(m, (0,), (N,))
    ct.scatter(x, i, 1.5)
    ct.scatter(x, (i,), i.astype(ct.float16), mask=k)
    ct.scatter(x, i, n, check_bounds=False)
    ct.scatter(x, i, True, mask=k, check_bounds=False, latency=4)
    ct.scatter(x, n, 2)
    ct.scatter(x, i[:, None] * 4 + i, i, mask=k[:, None])


@ct.kernel
def two_dimensions(x, M: Const, N: Const):
    i = ct.arange(M, dtype=ct.int64)[:, None]
    j = ct.arange(N, dtype=ct.uint8)
    ct.scatter(x, (i, j), 1)
    ct.scatter(x, (ct.bid(0), j), j)
    ct.scatter(x, (i, 0), 2.5, mask=i < 2)


@ct.kernel
def wrong_value(x, N: Const):
    ct.scatter(x, ct.arange(N, dtype=ct.int32), ct.zeros((2 * N,), ct.float32))


@ct.kernel
def wrong_type(x, N: Const):
    ct.scatter(x, ct.arange(N, dtype=ct.int32), 1.5)
