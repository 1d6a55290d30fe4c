"""Data types as values: attributes, comparison, choice, parameters."""
# launch: attributes [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: parameter [{"t":"float32", "shape":[64]}, {"dtype":"float16"}, {"i":16}]
# launch: parameter [{"t":"float32", "shape":[64]}, {"dtype":"int32"}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]
NARROW = {ct.float32: ct.float16, ct.float64: ct.float32}


@ct.kernel
def attributes(x, N: Const):
    bits = ct.static_eval(x.dtype.bitwidth)
    name = ct.static_eval(x.dtype.name)
    ct.static_assert(name == "float32" and x.dtype == ct.float32 and x.dtype != ct.float16)
    narrow = ct.static_eval(NARROW[x.dtype])
    ct.store(x, (0,), ct.full((N,), bits, narrow))


@ct.kernel
def parameter(x, t: ct.Constant, N: Const):
    a = ct.load(x, (0,), (N,)).astype(t)
    if t == ct.float16:
        a = a * t(2)
    ct.store(x, (0,), (a + ct.zeros((N,), t)).astype(x.dtype))


@ct.kernel
def unknown(x):
    ct.store(x, (0,), x.dtype.size)
