"""Accesses through pointers and atomic operations."""
# launch: atomic_views [{"t":"int32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":3}, {"i":16}]
# launch: atomic_views [{"t":"int32", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def atomic_views(x, f, n, N: Const):
    v = x.tiled_view((N,))
    w = f.tiled_view((N,))
    for i in range(n):
        v.atomic_store_add((i,), ct.arange(N, dtype=ct.int32))
        v.atomic_store_max((i,), 3)
        v.atomic_store_xor((i,), ct.full((N,), 5, ct.int32))
        w.atomic_store_add((i,), ct.full((N,), 1.0, f.dtype))
