"""tuple(... for ... in ct.static_iter(...))."""
import cuda.tile as ct

# launch: comprehended [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: filtered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: crossed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
SCALES = (1.0, 2.0, 4.0)


@ct.kernel
def comprehended(x, y, n, N: ct.Constant[int]):
    tiles = tuple(ct.load(x, (i,), (N,)) for i in ct.static_iter(range(3)))
    scaled = tuple(t * s + n for t, s in ct.static_iter(zip(tiles, SCALES)))
    ct.store(y, (0,), scaled[0] + scaled[1] + scaled[2])
    ct.store(y, (1,), tiles[2] + len(tuple()))


@ct.kernel
def filtered(x, y, n, N: ct.Constant[int]):
    odd = tuple(i * 10 for i in ct.static_iter(range(7)) if i % 2 == 1 if i > 1)
    i = n
    total = 0
    for k in ct.static_iter(odd):
        total += k
    ct.store(y, (i,), ct.load(x, (total,), (N,)))


@ct.kernel
def crossed(x, y, n, N: ct.Constant[int]):
    pairs = tuple(i * 10 + j for i in ct.static_iter(range(3)) for j in ct.static_iter(range(i)) if i != j + 1)
    rows = tuple(tuple(n + j for j in ct.static_iter(range(i))) for i in ct.static_iter(range(3)))
    ct.store(y, (pairs[0],), ct.load(x, (rows[2][1],), (N,)) + len(rows[0]))
