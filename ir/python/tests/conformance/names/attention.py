"""A kernel as libraries have it: attention in one pass, causal or not, grouped heads."""
# launch: attention [{"t":"float16", "shape":[2, 4, 128, 64]}, {"t":"float16", "shape":[2, 2, 128, 64]}, {"t":"float16", "shape":[2, 2, 128, 64]}, {"t":"float16", "shape":[2, 4, 128, 64]}, {"f":0.125}, {"i":0}, {"i":64}, {"i":4}, {"i":64}, {"i":32}, {"i":2}, {"b":true}, {"b":true}]
# launch: attention [{"t":"bfloat16", "shape":[2, 4, 100, 64]}, {"t":"bfloat16", "shape":[2, 2, 100, 64]}, {"t":"bfloat16", "shape":[2, 2, 100, 64]}, {"t":"bfloat16", "shape":[2, 4, 100, 64]}, {"f":0.125}, {"i":0}, {"i":64}, {"i":4}, {"i":64}, {"i":32}, {"i":2}, {"b":false}, {"b":false}]
import math

import cuda.tile as ct

Int, Bool = ct.Constant[int], ct.Constant[bool]
LOG2 = 1 / math.log(2)


@ct.kernel(occupancy=2)
def attention(q, k, v, out, scale: float, start: int, D: Int, H: Int, M: Int, N: Int, G: Int, causal: Bool, even: Bool):
    i = ct.bid(0)
    batch, head = ct.bid(1) // H, ct.bid(1) % H
    scale = scale * LOG2
    rows = (i * M + ct.arange(M, dtype=ct.int32) + start)[:, None]
    columns = ct.arange(N, dtype=ct.int32)[None, :]
    m = ct.full((M, 1), -math.inf, dtype=ct.float32)
    total = ct.full((M, 1), 0.0, dtype=ct.float32)
    acc = ct.full((M, D), 0.0, dtype=ct.float32)
    a = ct.load(q, index=(batch, head, i, 0), shape=(1, 1, M, D)).reshape((M, D))
    size = k.shape[2]
    if causal:
        begins = (start + i * M) // N
        count = ct.cdiv(min(start + (i + 1) * M, size), N)
    else:
        count = ct.cdiv(size, N)
        begins = size // N
    for j in range(0, count):
        b = ct.load(k, index=(batch, head // G, 0, j), shape=(1, 1, D, N), order=(0, 1, 3, 2), latency=2)
        s = ct.mma(a, b.reshape((D, N)), ct.full((M, N), 0.0, dtype=ct.float32))
        if (causal or not even) and j >= begins:
            mask = ct.full((M, N), True, dtype=ct.bool_)
            if not even:
                mask = mask & (j * N + columns < size)
            if causal:
                mask = mask & (rows >= j * N + columns)
            s += ct.where(mask, 0.0, -math.inf)
        new = max(m, ct.max(s, axis=-1, keepdims=True) * scale)
        p = ct.exp2(s * scale - new, flush_to_zero=True)
        alpha = ct.exp2(m - new, flush_to_zero=True)
        total = total * alpha + ct.sum(p, axis=-1, keepdims=True)
        c = ct.load(v, index=(batch, head // G, j, 0), shape=(1, 1, N, D), latency=4).reshape((N, D))
        acc = ct.mma(p.astype(q.dtype), c, acc * alpha)
        m = new
    acc = ct.truediv(acc, total, flush_to_zero=True, rounding_mode=ct.RoundingMode.APPROX)
    ct.store(out, index=(batch, head, i, 0), tile=acc.reshape((1, 1, M, D)).astype(out.dtype))
