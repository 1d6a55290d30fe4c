"""A kernel as libraries have it: rows scaled to sum up to one."""
# launch: softmax [{"t":"float32", "shape":[64, 60]}, {"t":"float32", "shape":[64, 60]}, {"i":60}, {"i":64}]
# launch: softmax [{"t":"bfloat16", "shape":[64, 64]}, {"t":"bfloat16", "shape":[64, 64]}, {"i":64}, {"i":64}]
# launch: online [{"t":"float16", "shape":[64, 256]}, {"t":"float32", "shape":[64, 256]}, {"i":256}, {"i":64}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel(occupancy=4)
def softmax(x, out, n, N: Const):
    columns = ct.arange(N, dtype=ct.int32)
    for row in range(ct.bid(0), x.shape[0], ct.num_blocks(0)):
        a = ct.gather(x, (row, columns), padding_value=-float("inf")).astype(ct.float32)
        e = ct.exp(a - ct.max(a, 0, keepdims=True))
        ct.scatter(out, (row, columns), (e / ct.sum(e, 0, keepdims=True)).astype(out.dtype))


@ct.kernel
def online(x, out, n, N: Const):
    row = ct.bid(0)
    m = ct.full((1, 1), -float("inf"), ct.float32)
    total = ct.zeros((1, 1), ct.float32)
    for k in range(ct.cdiv(n, N)):
        a = ct.load(x, (row, k), (1, N), padding_mode=ct.PaddingMode.NEG_INF).astype(ct.float32)
        new = max(m, ct.max(a, 1, keepdims=True))
        total = total * ct.exp2((m - new) * 1.4426950408889634) + ct.sum(ct.exp(a - new), 1, keepdims=True)
        m = new
    for k in range(ct.cdiv(n, N)):
        a = ct.load(x, (row, k), (1, N)).astype(ct.float32)
        ct.store(out, (row, k), ct.truediv(ct.exp(a - m), total, flush_to_zero=True))
