"""Accesses through pointers and atomic operations."""
# launch: raw [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def raw(x, out, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int64)
    a = m.load_offset(o) + m.load_offset(o + 1, mask=o < 3, padding_value=2.0, latency=1)
    out.get_raw_memory().store_offset(o, a.astype(m.dtype), mask=a > 0)
