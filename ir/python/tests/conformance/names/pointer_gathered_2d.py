"""Accesses through pointers and atomic operations."""
# launch: gathered_2d [{"t":"float32", "shape":[64, 32]}, {"t":"float32", "shape":[64, 32]}, {"i":4}, {"i":8}]
# launch: gathered_2d [{"t":"bfloat16", "shape":[64, 30]}, {"t":"bfloat16", "shape":[64, 30]}, {"i":4}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def gathered_2d(x, out, M: Const, N: Const):
    rows = ct.arange(M, dtype=ct.int32)[:, None] + ct.bid(0)
    cols = ct.arange(N, dtype=ct.int32)
    r = ct.gather(x, (rows, cols), padding_value=ct.full((), -1, ct.int8))
    ct.scatter(out, (rows, cols), r * 2)
    ct.scatter(out, (0, ct.bid(0)), 3)
