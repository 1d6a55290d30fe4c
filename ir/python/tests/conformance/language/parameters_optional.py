"""Parameters of all kinds, and what annotations say about them."""
# launch: optional [{"t":"float32", "shape":[512]}, {"i":3}, {"t":"float32", "shape":[512]}, {"i":16}]
# launch: optional [{"t":"float32", "shape":[512]}, {"f":0.5}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def optional(x, bias: ct.Constant, out, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.float16)
    if bias > 1:
        a = a + bias
    ct.store(out, (0,), a.astype(out.dtype))
