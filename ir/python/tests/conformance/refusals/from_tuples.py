"""tuples that are no tiles"""
# launch: not_power [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: ragged [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tiles [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def not_power(x, y, n, N: ct.Constant[int]):
    a = ct.astile((1, 2, 3), dtype=ct.float32)


@ct.kernel
def ragged(x, y, n, N: ct.Constant[int]):
    a = ct.astile(((1, 2), (3,)), dtype=ct.float32)


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    a = ct.astile(("a", "b"), dtype=ct.float32)


@ct.kernel
def none(x, y, n, N: ct.Constant[int]):
    a = ct.astile(None, dtype=ct.float32)


@ct.kernel
def tiles(x, y, n, N: ct.Constant[int]):
    a = ct.astile((ct.load(x, (0,), (N,)), 1), dtype=ct.float32)
