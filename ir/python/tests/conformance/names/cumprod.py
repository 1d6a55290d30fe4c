"""Running products."""
# launch: cumprod [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: cumprod [{"t":"bfloat16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: cumprod [{"t":"int16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: cumprod [{"t":"uint64", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: of_booleans [{"t":"bool", "shape":[64, 64]}, {"t":"int32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: options [{"t":"float16", "shape":[64, 64]}, {"i":4}, {"i":8}]
# launch: out_of_range [{"t":"float32", "shape":[64, 64]}, {"i":4}]
# launch: without_axis [{"t":"float32", "shape":[64, 64]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def cumprod(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.cumprod(a) + ct.cumprod(a, 1) + ct.cumprod(a, axis=-1, reverse=True) + ct.cumprod(a, 0, reverse=True)
    ct.store(x, (0, 0), b)


@ct.kernel
def of_booleans(x, out, M: Const, N: Const):
    ct.store(out, (0, 0), ct.cumprod(ct.load(x, (0, 0), (M, N)), 1))


@ct.kernel
def options(x, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    ct.store(x, (0, 0), ct.cumprod(a, 0, rounding_mode=ct.RoundingMode.RP, flush_to_zero=True))


@ct.kernel
def out_of_range(x, N: Const):
    ct.store(x, (0, 0), ct.cumprod(ct.load(x, (0, 0), (N, N)), -3))


@ct.kernel
def without_axis(x, N: Const):
    ct.store(x, (0, 0), ct.cumprod(ct.load(x, (0, 0), (N, N)), None))
