"""`Tile.item`: the number in a tile of one."""
# launch: item [{"t":"float32", "shape":[64, 64]}, {"t":"int32", "shape":[64]}]
# launch: of_many [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def item(x, y):
    a = ct.load(x, (0, 0), (1, 1)).item()
    n = ct.load(y, (0,), (1,)).item()
    for i in range(n):
        ct.store(x, (i, n), a + i)
    if ct.load(y, (1,), (1,)).item() > 3:
        ct.store(x, (0, 0), ct.load(x, (1, 1), ()).item())


@ct.kernel
def of_many(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)).item())
