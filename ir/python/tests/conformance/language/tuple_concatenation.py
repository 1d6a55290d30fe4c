"""Concatenation of tuples, also in place."""
import cuda.tile as ct

# launch: joined [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[64,64]}, {"i":7}, {"i":8}]


@ct.kernel
def joined(x, y, n, N: ct.Constant[int]):
    index = (n,) + (0,)
    shape = (N,)
    shape += (N,)
    a = ct.load(x, index, shape)
    tiles = ()
    tiles = tiles + (a,)
    tiles += (a * 2, n)
    ct.store(y, index[::-1], tiles[0] + tiles[1] + tiles[2])
