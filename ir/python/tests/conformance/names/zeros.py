"""Tiles of zeros."""
# launch: zeros [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[64]}]
# launch: without_a_dtype [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def zeros(x, y, N: Const):
    ct.store(x, (0,), ct.zeros((N,), ct.float32) + ct.zeros((), dtype=x.dtype))
    ct.store(y, (0,), ct.zeros(N, y.dtype) + ct.zeros((1,), ct.bool_))


@ct.kernel
def dtypes(x):
    for t in ct.static_iter((ct.int8, ct.uint16, ct.uint64, ct.float16, ct.bfloat16, ct.float64, ct.bool_,
                             ct.float8_e4m3fn, ct.float8_e5m2)):
        ct.store(x, (0,), ct.zeros((2, 2), t).astype(ct.float32).reshape((4,)))


@ct.kernel
def without_a_dtype(x, N: Const):
    ct.store(x, (0,), ct.zeros((N,)))
