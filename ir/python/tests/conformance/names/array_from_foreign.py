"""`Array.from_foreign`: arrays from pointers, sizes and strides."""
# launch: from_foreign [{"t":"float32", "shape":[64, 64]}, {"i":7}, {"i":16}]
# launch: dynamic [{"t":"float32", "shape":[64, 64]}, {"i":7}, {"i":8}, {"i":16}]
# launch: wide [{"t":"int8", "shape":[3000000000]}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64]}]
# launch: negative [{"t":"float32", "shape":[64]}]
# launch: float_size [{"t":"float32", "shape":[64]}]
# launch: of_an_array [{"t":"float32", "shape":[64]}]
# launch: bound [{"t":"float32", "shape":[64]}]
# launch: unsigned_size [{"t":"float32", "shape":[64]}, {"i":7}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def from_foreign(x, n, N: Const):
    a = ct.Array.from_foreign(x.foreign_pointer, x.shape, x.strides)
    b = ct.Array.from_foreign(pointer=x.foreign_pointer, shape=(64 * 64,), strides=(1,))
    ct.store(a, (0, 0), ct.load(b, (n,), (N,)).reshape((1, N)))
    ct.store(b, (1,), ct.load(a, (n, 0), (1, N)).reshape((N,)))


@ct.kernel
def dynamic(x, m, n, N: Const):
    a = ct.Array.from_foreign(x.foreign_pointer, (m, n + 1), (n, 1))
    ct.store(a, (0, 0), ct.load(a, (1, 0), (1, N), padding_mode=ct.PaddingMode.ZERO))
    ct.scatter(a, (ct.bid(0), ct.arange(N, dtype=ct.int32)), 1)
    print(a.shape, a.strides, a.ndim, a.dtype)


@ct.kernel
def wide(x, N: Const):
    a = ct.Array.from_foreign(x.foreign_pointer, x.shape, x.strides)
    b = ct.Array.from_foreign(x.foreign_pointer, (ct.int64(64),), (1,))
    ct.store(a, (0,), ct.load(b, (ct.bid(0),), (N,)))


@ct.kernel
def wrong_rank(x):
    a = ct.Array.from_foreign(x.foreign_pointer, (8, 8), (1,))


@ct.kernel
def negative(x):
    a = ct.Array.from_foreign(x.foreign_pointer, (8,), (-1,))


@ct.kernel
def float_size(x):
    a = ct.Array.from_foreign(x.foreign_pointer, (8.0,), (1,))


@ct.kernel
def of_an_array(x):
    a = ct.Array.from_foreign(x, (8,), (1,))


@ct.kernel
def bound(x):
    a = x.from_foreign((8,), (1,))


@ct.kernel
def unsigned_size(x, n):
    a = ct.Array.from_foreign(x.foreign_pointer, (ct.uint32(n),), (1,))
