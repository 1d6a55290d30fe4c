"""Products of matrices."""
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


@ct.kernel
def tensor_float(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N)).astype(ct.tfloat32)
    b = ct.load(y, (0, 0), (N, N)).astype(ct.tfloat32)
    ct.store(out, (0, 0), ct.mma(a, b, ct.full((N, N), 0, ct.float32)))


@ct.kernel
def bytes_(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(out, (0, 0), ct.mma(a, b, ct.zeros((N, N), ct.int32)))


@ct.kernel
def operator(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    v = ct.load(x, (0, 0), (1, N)).reshape((N,))
    c = a @ b + ct.matmul(a, b)
    d = (a @ v).reshape((N, 1)) + v @ b + v @ v
    ct.store(out, (0, 0), c + d)


@ct.kernel
def batched(x, y, out, B: Const, N: Const):
    a = ct.load(x, (0, 0, 0), (B, N, N))
    b = ct.load(y, (0, 0), (N, N))
    acc = ct.zeros((B, N, N), ct.float32)
    ct.store(out, (0, 0, 0), ct.mma(a, b, acc))


@ct.kernel
def fast(x, y, out, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    ct.store(out, (0, 0), ct.mma(a, b, ct.zeros((N, N), ct.float32), use_fast_acc=True))


@ct.kernel
def scaled(x, y, xs, ys, out, N: Const, S: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(y, (0, 0), (N, N))
    p = ct.load(xs, (0, 0), (N, S))
    q = ct.load(ys, (0, 0), (S, N))
    ct.store(out, (0, 0), ct.mma_scaled(a, p, b, q, ct.zeros((N, N), ct.float32)))
