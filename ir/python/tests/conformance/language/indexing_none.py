"""None, slices and ellipsis as indices of tiles."""
import cuda.tile as ct

# launch: indexed [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[64,64]}, {"i":7}, {"i":8}]


@ct.kernel
def indexed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (1, N)).reshape((N,))
    rows = a[:, None]
    columns = a[None, :]
    ct.store(y, (0, 0), rows + columns)
    ct.store(y, (1, 0), a[None] * a[..., None])
    ct.store(y, (0, 1), (a[None, None, :, None] + a[:, None, None]).reshape((N, N)))
    ct.store(y, (1, 1), a[..., None] + a[None, ...])
