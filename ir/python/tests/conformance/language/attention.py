"""A kernel as libraries write it: tiles, masks, running maxima, products"""
# launch: attention [{"t":"float16", "shape":[128,64]}, {"t":"float16", "shape":[128,64]}, {"t":"float16", "shape":[128,64]}, {"t":"float32", "shape":[128,64]}, {"i":128}, {"f":0.125}, {"i":32}, {"i":32}, {"i":64}, {"i":1}]
import cuda.tile as ct


@ct.kernel
def attention(q, k, v, out, n, scale: float, BM: ct.Constant[int], BN: ct.Constant[int], D: ct.Constant[int], CAUSAL: ct.Constant[int]):
    i = ct.bid(0)
    a = ct.load(q, (i, 0), (BM, D))
    m = ct.full((BM, 1), -float("inf"), ct.float32)
    total = ct.zeros((BM, 1), ct.float32)
    acc = ct.zeros((BM, D), ct.float32)
    rows = i * BM + ct.arange(BM, dtype=ct.int32)[:, None]
    end = ct.cdiv(n, BN) if CAUSAL == 0 else ct.cdiv((i + 1) * BM, BN)
    for j in range(end):
        b = ct.load(k, (j, 0), (BN, D))
        s = ct.mma(a, ct.transpose(b), ct.zeros((BM, BN), ct.float32)) * scale
        columns = j * BN + ct.arange(BN, dtype=ct.int32)[None, :]
        if CAUSAL:
            s = ct.where(columns <= rows, s, -float("inf"))
        m_new = max(m, ct.max(s, 1, keepdims=True))
        p = ct.exp(s - m_new)
        c = ct.exp(m - m_new)
        total = total * c + ct.sum(p, 1, keepdims=True)
        acc = ct.mma(p.astype(ct.float16), ct.load(v, (j, 0), (BN, D)), acc * c)
        m = m_new
    ct.store(out, (i, 0), acc / total)
