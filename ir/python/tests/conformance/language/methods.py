"""Method forms of tiles and arrays, chained and bound to names."""
import cuda.tile as ct

# launch: tiles [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[64,64]}, {"i":7}, {"i":8}]


@ct.kernel
def tiles(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (N, N))
    b = a.reshape((N * N,)).astype(ct.float16).reshape((N, N)).astype(ct.float32)
    convert = b.astype
    c = convert(ct.float64).astype(dtype=ct.float32).permute((1, 0)).transpose()
    load = ct.load
    d = load(x, (1, 1), a.shape)
    if a.ndim == 2 and a.dtype == x.dtype and x.ndim == y.ndim:
        ct.store(y, (0, 0), c + d)
    ct.store(y, (x.shape[0] // N - 1, 0), ct.Tile.astype(a, ct.float32))
    ct.store(y, (1, 1), a.extract((0, 0), (4, 4)).reshape((1, 16)).reshape((4, 4)))
