"""conditions that are no boolean scalars"""
# launch: tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: array [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_and [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: chained_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: expression [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def tile(x, y, n, N: ct.Constant[int]):
    if ct.load(x, (0,), (N,)) > 0:
        pass


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    if "text":
        pass


@ct.kernel
def tuple_(x, y, n, N: ct.Constant[int]):
    if (1, 2):
        pass


@ct.kernel
def none(x, y, n, N: ct.Constant[int]):
    if None:
        pass


@ct.kernel
def array(x, y, n, N: ct.Constant[int]):
    while x:
        pass


@ct.kernel
def tile_and(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) > 0 and n > 3


@ct.kernel
def chained_tile(x, y, n, N: ct.Constant[int]):
    a = 0 < ct.load(x, (0,), (N,)) < 3


@ct.kernel
def expression(x, y, n, N: ct.Constant[int]):
    a = 1 if ct.load(x, (0,), (N,)) > 0 else 2
