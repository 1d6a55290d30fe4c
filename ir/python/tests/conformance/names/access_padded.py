"""Loads, stores and views."""
# launch: padded [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":4}, {"i":8}]
# launch: padded [{"t":"bfloat16", "shape":[500, 60]}, {"t":"bfloat16", "shape":[500, 60]}, {"i":4}, {"i":8}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def padded(x, out, M: Const, N: Const):
    i = ct.bid(0)
    r = ct.load(x, (i, 0), (M, N), padding_mode=PaddingMode.ZERO)
    r = r + ct.load(x, index=(i, 1), shape=(M, N), padding_mode=PaddingMode.NEG_INF)
    r = r + ct.load(x, (i, 2), (M, N), padding_mode=PaddingMode.NAN)
    r = r + ct.load(x, (i, 3), (M, N), padding_mode=PaddingMode.NEG_ZERO, latency=3)
    r = r + ct.load(x, (i, 4), (M, N), padding_mode=PaddingMode.POS_INF, allow_tma=False)
    r = r + ct.load(x, (i, 5), (M, N), latency=10, allow_tma=True)
    ct.store(out, (i, 0), r, latency=2, allow_tma=False)
