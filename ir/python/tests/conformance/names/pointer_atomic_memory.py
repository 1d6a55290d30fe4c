"""Accesses through pointers and atomic operations."""
# launch: atomic_memory [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def atomic_memory(x, N: Const):
    m = x.get_raw_memory()
    o = ct.arange(N, dtype=ct.int32)
    r = m.atomic_add_offset(o, 1) + m.atomic_cas_offset(o, 1, 2, mask=o > 1)
    m.atomic_xchg_offset(o, r, mask=o < 5)
    m.atomic_max_offset(0, 4)
