"""Compiler options of entries."""
# launch: warps [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel(num_worker_warps=8)
def warps(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)
