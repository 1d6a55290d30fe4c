"""Products inside sums become one operation where nothing else uses them."""
# launch: fused [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: fused [{"t":"float16", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: fused [{"t":"float64", "shape":[64]}, {"t":"float64", "shape":[64]}, {"i":16}]
# launch: not_fused [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: rounded [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: integers [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def fused(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), a * b + a)
    ct.store(x, (1,), a + a * b)
    ct.store(x, (2,), a * b - a)
    ct.store(x, (3,), a - a * b)
    ct.store(x, (4,), a * b + b * a)
    ct.store(x, (5,), a * 2 + 1)


@ct.kernel
def not_fused(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    c = a * ct.load(y, (0,), (N,))
    ct.store(x, (0,), c + a)
    ct.store(x, (1,), c - a)
    ct.store(x, (2,), (a * a).astype(ct.float16).astype(ct.float32) + a)


@ct.kernel
def rounded(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    c = ct.mul(a, b, rounding_mode=ct.RoundingMode.RZ)
    ct.store(x, (0,), c + a)
    d = ct.mul(a, b, flush_to_zero=True)
    ct.store(x, (1,), ct.add(d, a, flush_to_zero=True))
    ct.store(x, (2,), ct.add(ct.mul(a, b, rounding_mode=ct.RoundingMode.RM), a, rounding_mode=ct.RoundingMode.RM))
    ct.store(x, (3,), ct.sub(ct.mul(a, b, flush_to_zero=True), a))


@ct.kernel
def integers(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), a * ct.load(y, (0,), (N,)) + a)
