"""Tiles of ones."""
# launch: ones [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def ones(x, y, N: Const):
    ct.store(x, (0,), ct.ones((N,), ct.float32) + ct.ones((), dtype=x.dtype))
    ct.store(y, (0,), ct.ones(N, y.dtype) + ct.ones((1,), ct.bool_))


@ct.kernel
def dtypes(x):
    for t in ct.static_iter((ct.int8, ct.uint16, ct.uint64, ct.float16, ct.bfloat16, ct.float64, ct.bool_,
                             ct.float8_e4m3fn, ct.float8_e5m2)):
        ct.store(x, (0,), ct.ones((2, 2), t).astype(ct.float32).reshape((4,)))
