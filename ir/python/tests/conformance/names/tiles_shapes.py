"""Reshape, transpose, permute, broadcast, new axes, parts."""
# launch: shapes [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":8}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def shapes(x, y, M: Int, N: Int):
    """Reshape, transpose, permute, broadcast, new axes, parts."""
    i = ct.bid(0)
    a = ct.load(x, (i, 0), (M, N))
    b = ct.transpose(a)
    c = ct.permute(ct.reshape(b, (N, M // 2, 2)), (1, 2, 0))
    d = ct.reshape(c, (M, N))
    row = ct.extract(d, (0, 0), (1, N))
    col = ct.arange(M, dtype=ct.float32)[:, None]
    e = d + row * col + ct.broadcast_to(ct.full((), 2.0, ct.float32), (M, N))
    f = ct.cat((ct.extract(e, (0, 0), (M, N // 2)), ct.extract(e, (0, 1), (M, N // 2))), 1)
    ct.store(y, (i, 0), f)
