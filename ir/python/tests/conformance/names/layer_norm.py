"""A kernel as libraries have it: rows normalised, with weight and bias."""
# launch: layer_norm [{"t":"float32", "shape":[64, 256]}, {"t":"float32", "shape":[256]}, {"t":"float32", "shape":[256]}, {"t":"float32", "shape":[64, 256]}, {"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":1e-05}, {"i":64}]
# launch: layer_norm [{"t":"bfloat16", "shape":[64, 200]}, {"t":"bfloat16", "shape":[200]}, {"t":"bfloat16", "shape":[200]}, {"t":"bfloat16", "shape":[64, 200]}, {"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"f":1e-05}, {"i":64}]
# launch: backward [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"int32", "shape":[1]}, {"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":64}]
import cuda.tile as ct

Const = ct.Constant[int]
ZERO = ct.PaddingMode.ZERO


@ct.kernel
def layer_norm(x, w, b, y, mean, rstd, eps: ct.Constant[float], N: Const):
    row = ct.bid(0)
    count = ct.num_tiles(x, axis=1, shape=(1, N))
    n = x.shape[1]
    total = ct.zeros((1, N), ct.float32)
    for j in range(count):
        total += ct.load(x, (row, j), (1, N), padding_mode=ZERO)
    mu = ct.sum(total, axis=1) / n
    ct.store(mean, (row,), mu)
    squares = ct.full((1, N), 0, ct.float32)
    for j in range(count):
        a = ct.load(x, (row, j), (1, N), padding_mode=ZERO)
        a = ct.where(j * N + ct.arange(N, dtype=ct.int32) < n, a - mu, 0)
        squares += a ** 2
    r = 1 / ct.sqrt(ct.sum(squares, axis=1) / n + eps)
    ct.store(rstd, (row,), r)
    for j in range(count):
        a = ct.load(x, (row, j), (1, N), padding_mode=ZERO)
        s = ct.load(w, (j,), (N,), padding_mode=ZERO)
        o = ct.load(b, (j,), (N,), padding_mode=ZERO)
        ct.store(y, (row, j), ((a - mu) * r * s + o).astype(y.dtype))


@ct.kernel
def backward(dy, x, w, rstd, locks, dw, groups: Const, N: Const):
    row = ct.bid(0)
    a = ct.load(x, (row, 0), (1, N)) * ct.load(rstd, (row,), (1,))
    part = ct.load(dy, (row, 0), (1, N)) * a
    group = row % groups
    while ct.atomic_cas(locks, group, 0, 1, memory_order=ct.MemoryOrder.ACQUIRE) == 1:
        pass
    ct.store(dw, (group, 0), ct.load(dw, (group, 0), (1, N)) + part)
    ct.atomic_xchg(locks, group, 0, memory_order=ct.MemoryOrder.RELEASE)
