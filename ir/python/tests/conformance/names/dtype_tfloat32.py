"""`tfloat32`: conversions and products."""
# launch: conversions [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: product [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: arithmetic [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: made [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def conversions(x, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.tfloat32)
    ct.store(x, (0,), a.astype(ct.float32) + a.astype(ct.float16))


@ct.kernel
def product(x, N: Const):
    a = ct.load(x, (0, 0), (N, N)).astype(ct.tfloat32)
    ct.store(x, (0, 0), ct.mma(a, a.transpose(), ct.load(x, (1, 0), (N, N))))
    ct.store(x, (0, 0), (a @ a).astype(ct.float32))


@ct.kernel
def arithmetic(x, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.tfloat32)
    ct.store(x, (0,), (a + a).astype(ct.float32))


@ct.kernel
def made(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1.5, ct.tfloat32).astype(ct.float32) + ct.tfloat32(2.0).astype(ct.float32))
