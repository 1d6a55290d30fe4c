"""tiles that an array cannot take"""
# launch: wider [{"t":"float32", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: float_to_int [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: signed_to_unsigned [{"t":"int32", "shape":[512]}, {"t":"uint32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tuple_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_array [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: into_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: missing_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def wider(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def float_to_int(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def signed_to_unsigned(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def rank(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.zeros((4, 4), ct.float32))


@ct.kernel
def no_tile(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), "text")


@ct.kernel
def tuple_(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), (1, 2))


@ct.kernel
def no_array(x, y, n, N: ct.Constant[int]):
    ct.store(3, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def into_tile(x, y, n, N: ct.Constant[int]):
    ct.store(ct.load(x, (0,), (N,)), (0,), 3.0)


@ct.kernel
def index_float(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0.5,), ct.load(x, (0,), (N,)))


@ct.kernel
def index_tile(x, y, n, N: ct.Constant[int]):
    ct.store(y, (ct.load(x, (0,), (N,)),), ct.load(x, (0,), (N,)))


@ct.kernel
def missing_tile(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,))
