"""A reduction of two tiles at once, of which one result is used."""
# launch: pair_reduction [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def pair_reduction(x, y, M: Int, N: Int):
    """A reduction of two tiles at once, of which one result is used."""
    i = ct.bid(0)
    a = ct.load(x, (i, 0), (M, N))
    idx = ct.broadcast_to(ct.arange(N, dtype=ct.int32), (M, N))

    def better(v1, i1, v2, i2):
        take = v1 > v2
        return ct.where(take, v1, v2), ct.where(take, i1, i2)

    v, k = ct.reduce((a, idx), 1, better, (float("-inf"), 0))
    ct.store(y, (i, 0), a + ct.astype(k, ct.float32)[:, None])
