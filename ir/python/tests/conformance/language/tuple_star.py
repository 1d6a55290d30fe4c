"""Stars in tuples and calls."""
import cuda.tile as ct

# launch: spread [{"t":"float32", "shape":[64,64]}, {"t":"float32", "shape":[64,64]}, {"i":7}, {"i":8}]


def weighted(a, b, c=1.0):
    return a * c + b


@ct.kernel
def spread(x, y, n, N: ct.Constant[int]):
    shape = (N, N)
    index = (n,)
    wide = (*index, 0)
    joined = (*shape, *index, *())
    a = ct.load(x, wide, shape)
    b = weighted(*(a, a + 1))
    c = weighted(b, *(a, 2.0))
    ct.store(y, (0, 0), c + joined[2] + len(joined))
