"""Compiler options of entries."""
# launch: plain [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel(num_ctas=2, occupancy=4)
def plain(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) + 1)
