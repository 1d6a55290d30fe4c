"""Tiles of one value: constants, scalars, every kind of shape and data type."""
# launch: full [{"t":"float32", "shape":[64]}, {"i":5}, {"f":2.5}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[64]}, {"i":5}]
# launch: one_size [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: not_a_power_of_two [{"t":"float32", "shape":[64]}]
# launch: of_a_tile [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def full(x, n, s, N: Const):
    a = ct.full((N,), 1.5, ct.float32) + ct.full((N,), n, ct.float32) + ct.full((N,), s, x.dtype)
    b = ct.full(shape=(2, N), fill_value=n + 1, dtype=ct.int32)
    c = ct.full((), s, ct.float32) + ct.full((1, 1), 3, ct.float32).item()
    ct.store(x, (0,), a + c + ct.sum(b, axis=0))


@ct.kernel
def dtypes(x, n):
    for t in ct.static_iter((ct.int8, ct.int16, ct.int32, ct.int64, ct.uint8, ct.uint16, ct.uint32, ct.uint64,
                             ct.float16, ct.bfloat16, ct.float32, ct.float64, ct.bool_, ct.float8_e4m3fn,
                             ct.float8_e5m2)):
        ct.store(x, (0,), ct.full((4,), n, t).astype(ct.float32))
        ct.store(x, (1,), ct.full((4,), 1, t).astype(ct.float32))


@ct.kernel
def one_size(x, N: Const):
    ct.store(x, (0,), ct.full(N, 1.0, ct.float32))


@ct.kernel
def not_a_power_of_two(x):
    ct.store(x, (0,), ct.full((3,), 1.0, ct.float32))


@ct.kernel
def of_a_tile(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.full((N,), a, ct.float32))
