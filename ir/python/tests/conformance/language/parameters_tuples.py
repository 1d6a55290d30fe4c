"""Parameters of all kinds, and what annotations say about them."""
# launch: tuples [{"tup":[{"t":"float32", "shape":[512]}, {"t":"float16", "shape":[512]}]}, {"tup":[{"i":3}, {"f":2.5}]}, {"tup":[{"i":16}, {"i":4}]}, {"t":"float32", "shape":[512]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def tuples(arrays, scales: tuple[int, float], sizes: Const, out):
    a, b = arrays
    m, f = scales
    N = sizes[0]
    r = ct.load(a, (0,), (N,)) * m + ct.load(b, (0,), (N,)) * f
    for s in ct.static_iter(sizes):
        r = r + s
    ct.store(out, (0,), r)
