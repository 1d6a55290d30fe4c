"""Making tiles and taking them apart."""
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def filled(n, f, out, N: Const):
    a = ct.zeros((N,), ct.float32) + ct.ones((N,), ct.float16) + ct.full((N,), f, ct.bfloat16)
    b = ct.full((N,), n, ct.int64) + ct.full((N,), -1, ct.int8) + ct.full((N,), True, ct.bool_)
    c = ct.arange(N, dtype=ct.int32) + ct.arange(N, dtype=ct.int64, start=3, step=2)
    d = ct.arange(N, dtype=ct.float32, start=n) * ct.full(N, float("-inf"), ct.float32)
    e = ct.full((N,), 0.1, ct.float64).astype(ct.float32)
    r = a + b.astype(ct.float32) + c.astype(ct.float32) + d + e
    ct.store(out, (0,), r)


@ct.kernel
def from_tuples(n, out):
    a = ct.astile((1, 2, 3, 4), dtype=ct.int32)
    b = ct.astile(((1.5, 2.0), (3.0, 4.0)), dtype=ct.float16)
    c = ct.astile((n, n + 1, 2, 3), dtype=ct.int32)
    d = ct.astile((True, False, True, True), dtype=ct.bool_)
    r = a + c + d + ct.reshape(b, (4,)).astype(ct.int32) + ct.astile(n, dtype=ct.int32)
    ct.store(out, (0,), r)


@ct.kernel
def shapes(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.transpose(a)
    c = ct.permute(ct.reshape(a, (M, 2, N // 2)), (2, 0, 1))
    d = ct.expand_dims(a, 0) + a[None, :, :]
    e = ct.cat((a, a), 0)
    f = ct.extract(e, (1, 0), (M, N))
    g = ct.reshape(c, (M, N)) + ct.transpose(b, 0, 1) + f + ct.reshape(d, (M, -1))
    h = ct.extract(a, (0, 0), (1, 1)).item()
    g = g + h + a.reshape((N, M)).transpose().permute((0, 1))
    ct.store(out, (0, 0), g)


@ct.kernel
def inserted(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.insert(a, (0, 0), ct.zeros((M // 2, N), ct.float32))
    i = ct.bid(0)
    b = b.insert((i, i), ct.full((), 1.0, ct.float32))
    ct.store(out, (0, 0), b)
