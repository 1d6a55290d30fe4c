"""Products and sums that become fused multiply-adds, and those that do not."""
import cuda.tile as ct

# launch: fused [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: fused [{"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def fused(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    b = ct.load(x, (1,), (N,))
    c = ct.load(x, (2,), (N,))
    ct.store(y, (0,), a * b + c)
    ct.store(y, (1,), c + a * b)
    ct.store(y, (2,), a * b - c)
    ct.store(y, (3,), c - a * b)
    ct.store(y, (4,), a * b + a * c)
    p = a * b
    ct.store(y, (5,), p + c)
    ct.store(y, (6,), p)
    ct.store(y, (7,), a * 2 + 1)
    ct.store(y, (8,), -(a * b) + c)
    ct.store(y, (9,), ct.mul(a, b, flush_to_zero=True) + c if x.dtype == ct.float32 else c)


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a * n + a)
