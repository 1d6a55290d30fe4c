"""Parameters of all kinds, and what annotations say about them."""
# launch: small_floats [{"t":"float8_e4m3fn", "shape":[512]}, {"t":"float8_e5m2", "shape":[512]}, {"t":"bfloat16", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def small_floats(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.float16)
    b = ct.load(y, (0,), (N,)).astype(ct.float16)
    s = a + b
    ct.store(out, (0,), s.astype(ct.float8_e5m2).astype(ct.bfloat16) + ct.full((N,), 0.3, ct.bfloat16))
    ct.store(x, (0,), s.astype(x.dtype))
    ct.store(y, (1,), ct.full((N,), 1.5, y.dtype))
