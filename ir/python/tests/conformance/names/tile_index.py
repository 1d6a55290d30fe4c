"""`Tile.__index__`: a tile of no dimensions as an index, a bound, a size."""
# launch: index [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def index(x, y, N: Const):
    i = ct.load(y, 0, ())
    a = ct.load(x, i, N)
    for k in range(ct.load(y, (1,), ()), i, 2):
        a = a + ct.load(x, (k + i,), (N,))
    ct.store(x, i + 1, a)
