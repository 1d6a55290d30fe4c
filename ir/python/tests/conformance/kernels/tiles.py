"""Functions on tiles."""

import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def shapes(x, y, M: Int, N: Int):
    """Reshape, transpose, permute, broadcast, new axes, parts."""
    i = ct.bid(0)
    a = ct.load(x, (i, 0), (M, N))
    b = ct.transpose(a)
    c = ct.permute(ct.reshape(b, (N, M // 2, 2)), (1, 2, 0))
    d = ct.reshape(c, (M, N))
    row = ct.extract(d, (0, 0), (1, N))
    col = ct.arange(M, dtype=ct.float32)[:, None]
    e = d + row * col + ct.broadcast_to(ct.full((), 2.0, ct.float32), (M, N))
    f = ct.cat((ct.extract(e, (0, 0), (M, N // 2)), ct.extract(e, (0, 1), (M, N // 2))), 1)
    ct.store(y, (i, 0), f)


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


@ct.kernel
def pair_reduction(x, y, M: Int, N: Int):
    """A reduction of two tiles at once, of which one result is used."""
    i = ct.bid(0)
    a = ct.load(x, (i, 0), (M, N))
    idx = ct.broadcast_to(ct.arange(N, dtype=ct.int32), (M, N))

    def better(v1, i1, v2, i2):
        take = v1 > v2
        return ct.where(take, v1, v2), ct.where(take, i1, i2)

    v, k = ct.reduce((a, idx), 1, better, (float("-inf"), 0))
    ct.store(y, (i, 0), a + ct.astype(k, ct.float32)[:, None])


@ct.kernel
def functions(x, y, T: Int):
    """Functions of one operand, with rounding and flushing."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.exp(a) + ct.exp2(a, flush_to_zero=True) + ct.log(a) + ct.log2(a)
    c = ct.sin(a) * ct.cos(a) + ct.tanh(a) - ct.sqrt(a, rounding_mode=ct.RoundingMode.APPROX)
    d = ct.rsqrt(a) + ct.floor(a) + ct.ceil(a) + abs(a) - (-a)
    e = ct.truediv(b, c, rounding_mode=ct.RoundingMode.APPROX, flush_to_zero=True)
    f = ct.maximum(d, e, propagate_nan=True) + ct.minimum(d, 0.0)
    g = ct.where(ct.isnan(f), 0.0, f) ** 2.0
    ct.store(y, (i,), g)


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


@ct.kernel
def indirect(x, idx, y, n: int, T: Int):
    """Gather and scatter, with masks and padding, and atomics."""
    i = ct.bid(0)
    o = i * T + ct.arange(T, dtype=ct.int32)
    k = ct.gather(idx, (o,), padding_value=0)
    a = ct.gather(x, k, mask=k > 0, padding_value=-1.0)
    ct.scatter(y, o, a * 2.0)
    ct.scatter(y, (o + 1,), a, mask=o < n, check_bounds=False)
    old = ct.atomic_add(idx, o, 1)
    ct.atomic_xchg(idx, 0, n)
    ct.scatter(x, o, ct.astype(old, ct.float32))


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


@ct.kernel
def output(x, n: int, T: Int):
    """Printing and checks at run time."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    ct.printf("block %d of %d\n", i, n)
    ct.print("n =", n, f"sum={ct.sum(a):.3f}", sep=" ", end="!\n")
    ct.assert_(n > 0, "n must be positive")
    ct.store(x, (i,), a)
