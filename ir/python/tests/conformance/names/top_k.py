"""A kernel as libraries have it: the greatest elements of a row, one after the other."""
# launch: top_k [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 8]}, {"t":"int32", "shape":[64, 8]}, {"i":4}, {"i":64}]
# launch: top_k [{"t":"bfloat16", "shape":[64, 60]}, {"t":"bfloat16", "shape":[64, 8]}, {"t":"int32", "shape":[64, 8]}, {"i":4}, {"i":64}]
import cuda.tile as ct

Const = ct.Constant[int]
LEAST = -float("inf")


@ct.kernel
def top_k(x, values, indices, K: Const, N: Const):
    row = ct.bid(0)
    columns = ct.arange(N, dtype=ct.int32)[None, :]
    a = ct.load(x, (row, 0), (1, N), padding_mode=ct.PaddingMode.NEG_INF).astype(ct.float32)
    slots = ct.arange(2 * K, dtype=ct.int32)[None, :]
    best = ct.full((1, 2 * K), LEAST, ct.float32)
    where = ct.full((1, 2 * K), -1, ct.int32)
    for i in ct.static_iter(range(K)):
        at = ct.argmax(a, 1, keepdims=True)
        value = ct.max(a, 1, keepdims=True)
        best = ct.where(slots == i, value, best)
        where = ct.where(slots == i, at, where)
        a = ct.where(columns == at, LEAST, a)
    e = ct.where(best > LEAST, ct.exp(best - ct.max(best)), 0.0)
    ct.store(values, (row, 0), (e / ct.sum(e)).astype(values.dtype))
    ct.store(indices, (row, 0), where)
