"""Making tiles and taking them apart."""
# launch: shapes [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def shapes(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.transpose(a)
    c = ct.permute(ct.reshape(a, (M, 2, N // 2)), (2, 0, 1))
    d = ct.expand_dims(a, 0) + a[None, :, :]
    e = ct.cat((a, a), 0)
    f = ct.extract(e, (1, 0), (M, N))
    g = ct.reshape(c, (M, N)) + ct.transpose(b, 0, 1) + f + ct.reshape(d, (M, -1))
    h = ct.extract(a, (0, 0), (1, 1)).item()
    g = g + h + a.reshape((N, M)).transpose().permute((0, 1))
    ct.store(out, (0, 0), g)
