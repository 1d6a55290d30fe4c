"""values that cannot be compared"""
# launch: text_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none_and_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuples_ordered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuples_of_tiles [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: identity [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: identity_of_dtypes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: member_of_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_in_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: arrays [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dtype_order [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def text_and_number(x, y, n, N: ct.Constant[int]):
    a = "a" == 3


@ct.kernel
def none_and_number(x, y, n, N: ct.Constant[int]):
    a = None == n


@ct.kernel
def tuples_ordered(x, y, n, N: ct.Constant[int]):
    a = (1, 2) < (3, 4)


@ct.kernel
def tuples_of_tiles(x, y, n, N: ct.Constant[int]):
    t = ct.load(x, (0,), (N,))
    a = (t, 1) == (t, 1)


@ct.kernel
def identity(x, y, n, N: ct.Constant[int]):
    a = n is 3


@ct.kernel
def identity_of_dtypes(x, y, n, N: ct.Constant[int]):
    a = x.dtype is ct.float32


@ct.kernel
def member_of_number(x, y, n, N: ct.Constant[int]):
    a = 3 in n


@ct.kernel
def tile_in_tuple(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) in (1, 2)


@ct.kernel
def arrays(x, y, n, N: ct.Constant[int]):
    a = x == y


@ct.kernel
def dtype_order(x, y, n, N: ct.Constant[int]):
    a = ct.float32 < ct.float16
