"""Loads, stores and views."""
# launch: advanced [{"t":"float32", "shape":[512, 64]}, {"t":"int32", "shape":[64]}, {"t":"float32", "shape":[512, 64]}, {"i":4}, {"i":8}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def advanced(x, idx, out, M: Const, N: Const):
    rows = ct.load(idx, (0,), (M,))
    a = ct.load_advanced_indexing(x, (rows, ct.Slice(4, N)), padding_mode=PaddingMode.ZERO)
    ct.store_advanced_indexing(out, (ct.Slice(ct.bid(0), M), ct.arange(N, dtype=ct.int64)), a)
