"""How many tile blocks run, along each axis."""
# launch: num_blocks [{"t":"int32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: wrong_axis [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def num_blocks(x, n, N: Const):
    for i in range(ct.bid(0), n, ct.num_blocks(0)):
        ct.store(x, (i,), ct.full((N,), ct.num_blocks(1) + ct.num_blocks(axis=2), ct.int32))


@ct.kernel
def wrong_axis(x, N: Const):
    ct.store(x, (ct.num_blocks(-1),), ct.full((N,), 1, ct.int32))
