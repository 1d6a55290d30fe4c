"""Loads, stores and views."""
# launch: ordered_axes [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[64, 512]}, {"i":4}, {"i":8}]
# launch: ordered_axes [{"t":"float32", "shape":[64, 1]}, {"t":"float32", "shape":[1, 64]}, {"i":2}, {"i":1}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def ordered_axes(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (N, M), order=(1, 0))
    b = ct.load(x, (0, 0), (N, M), order="F")
    c = ct.load(x, (0, 0), ())
    n = ct.num_tiles(x, 0, (M, N)) + ct.num_tiles(x, axis=-1, shape=(N, M), order="F")
    ct.store(out, (0, 0), a + b + c + n, order="F")
    ct.store(out, (1, n), 1.0)
