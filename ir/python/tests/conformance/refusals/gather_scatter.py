"""indices, masks and padding that do not fit"""
# launch: index_count [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_shapes [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: mask_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: mask_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: padding_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: value_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: value_dtype [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_array [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def index_count(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, ct.arange(N, dtype=ct.int32))


@ct.kernel
def index_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, ct.zeros((N,), ct.float32))


@ct.kernel
def index_shapes(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, (ct.arange(8, dtype=ct.int32), ct.arange(4, dtype=ct.int32)))


@ct.kernel
def mask_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, ct.arange(N, dtype=ct.int32), mask=ct.arange(N, dtype=ct.int32))


@ct.kernel
def mask_shape(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, ct.arange(N, dtype=ct.int32), mask=ct.zeros((4,), ct.bool_))


@ct.kernel
def padding_shape(x, y, n, N: ct.Constant[int]):
    a = ct.gather(x, ct.arange(N, dtype=ct.int32), padding_value=ct.zeros((4,), ct.float32))


@ct.kernel
def value_shape(x, y, n, N: ct.Constant[int]):
    ct.scatter(y, ct.arange(N, dtype=ct.int32), ct.zeros((4,), ct.float32))


@ct.kernel
def value_dtype(x, y, n, N: ct.Constant[int]):
    ct.scatter(y, ct.arange(N, dtype=ct.int32), ct.load(x, (0,), (N,)))


@ct.kernel
def no_array(x, y, n, N: ct.Constant[int]):
    a = ct.gather(n, ct.arange(N, dtype=ct.int32))
