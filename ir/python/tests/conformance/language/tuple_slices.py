"""Slices of tuples."""
import cuda.tile as ct

# launch: sliced [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[64,64]}, {"i":7}, {"i":8}]
ORDER = (4, 3, 2, 1, 0)


@ct.kernel
def sliced(x, y, n, N: ct.Constant[int]):
    values = (n, n + 1, 2, 3.0, ct.load(x, (0, 0), (N, N)))
    first, second = values[:2]
    last = values[-1:]
    middle = values[1:-1:2]
    turned = values[::-1]
    none = values[3:1]
    ct.store(y, (first, second), last[0] + middle[1] + turned[1] + len(none))
    ct.store(y, (0, ORDER[2:][0]), turned[0] + values[slice(1, 3)][1] if False else turned[0])
