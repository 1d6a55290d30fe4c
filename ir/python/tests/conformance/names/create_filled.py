"""Making tiles and taking them apart."""
# launch: filled [{"i":9}, {"f":1.5}, {"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def filled(n, f, out, N: Const):
    a = ct.zeros((N,), ct.float32) + ct.ones((N,), ct.float16) + ct.full((N,), f, ct.bfloat16)
    b = ct.full((N,), n, ct.int64) + ct.full((N,), -1, ct.int8) + ct.full((N,), True, ct.bool_)
    c = ct.arange(N, dtype=ct.int32) + ct.arange(N, dtype=ct.int64, start=3, step=2)
    d = ct.arange(N, dtype=ct.float32, start=n) * ct.full(N, float("-inf"), ct.float32)
    e = ct.full((N,), 0.1, ct.float64).astype(ct.float32)
    r = a + b.astype(ct.float32) + c.astype(ct.float32) + d + e
    ct.store(out, (0,), r)
