"""Which tile block runs, along each axis."""
# launch: bid [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: wrong_axis [{"t":"int32", "shape":[64]}, {"i":16}]
# launch: not_constant [{"t":"int32", "shape":[64]}, {"i":1}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def bid(x, N: Const):
    ct.store(x, (ct.bid(0),), ct.full((N,), ct.bid(1) + ct.bid(axis=2) * ct.bid(0), ct.int32))


@ct.kernel
def wrong_axis(x, N: Const):
    ct.store(x, (ct.bid(3),), ct.full((N,), 1, ct.int32))


@ct.kernel
def not_constant(x, n):
    ct.store(x, (ct.bid(n),), 1)
