"""Writing a tile: casts that happen by themselves, scalars, broadcasting."""
# launch: store [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":16}]
# launch: narrowing [{"t":"float32", "shape":[512]}, {"t":"float64", "shape":[512]}, {"i":16}]
# launch: float_into_integers [{"t":"int32", "shape":[512]}, {"i":16}]
# launch: signed_into_unsigned [{"t":"uint32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":16}]
# launch: out_of_range [{"t":"int8", "shape":[512]}, {"i":16}]
# launch: wrong_rank [{"t":"float32", "shape":[64, 64]}, {"i":16}]
# launch: too_small [{"t":"float32", "shape":[64, 64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def store(x, y, z, i, N: Const):
    ct.store(x, (i,), ct.full((N,), 1, ct.float16))
    ct.store(x, i, tile=ct.full((N,), True, ct.bool_))
    ct.store(x, (0,), 2.5)
    ct.store(x, 1, i)
    ct.store(x, (2,), True)
    ct.store(y, index=(i,), tile=ct.full((N,), 3, ct.int8))
    ct.store(y, (3,), ct.full((N,), 3, ct.int16))
    ct.store(z, (i, 0), ct.full((1, N), 1.5, ct.bfloat16))
    ct.store(z, (0, 0), ct.full((), 1.5, ct.float32))
    ct.store(z, (0, 0), 7)


@ct.kernel
def narrowing(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)))


@ct.kernel
def float_into_integers(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1.5, ct.float32))


@ct.kernel
def signed_into_unsigned(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)))


@ct.kernel
def out_of_range(x, N: Const):
    ct.store(x, (0,), 300)


@ct.kernel
def wrong_rank(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1.5, ct.float32))


@ct.kernel
def too_small(x, N: Const):
    ct.store(x, (0, 0), ct.full((N,), 1.5, ct.float32))
