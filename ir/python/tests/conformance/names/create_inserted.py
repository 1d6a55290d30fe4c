"""Making tiles and taking them apart."""
# launch: inserted [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64, 64]}, {"i":4}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def inserted(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    b = ct.insert(a, (0, 0), ct.zeros((M // 2, N), ct.float32))
    i = ct.bid(0)
    b = b.insert((i, i), ct.full((), 1.0, ct.float32))
    ct.store(out, (0, 0), b)
