"""`Array.dtype`, `shape`, `strides`, `ndim`."""
# launch: properties [{"t":"float32", "shape":[64, 32]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: properties [{"t":"float16", "shape":[64, 32], "stride":[1, 64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: properties [{"t":"int8", "shape":[3000000000, 2]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: unpacked [{"t":"float32", "shape":[64, 32, 4]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[64]}]
# launch: indexed [{"t":"float32", "shape":[64]}]
# launch: assigned [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def properties(x, out, N: Const):
    k = x.shape[0] * x.strides[0] + x.shape[-1] * x.strides[1] + x.ndim + len(x.shape)
    ct.store(out, (0,), ct.full((N,), k, ct.int32))
    if x.dtype == ct.float32 and x.ndim == 2:
        ct.store(x, (0, 0), ct.zeros((N, N), x.dtype))


@ct.kernel
def unpacked(x, out, N: Const):
    a, b, c = x.shape
    s, t, u = x.strides
    for i in range(a):
        for j in range(0, b, c):
            ct.store(out, (i + j,), ct.full((N,), s + t * u, ct.int32))


@ct.kernel
def unknown(x):
    ct.store(x, (0,), x.size)


@ct.kernel
def indexed(x):
    ct.store(x, (0,), x[0])


@ct.kernel
def assigned(x):
    x[0] = 1.0
