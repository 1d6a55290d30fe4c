"""Powers of floats with integer exponents, which have their own operation from 13.4 on."""
# launch: by_integers [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: by_integers [{"t":"float16", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: by_integers [{"t":"float64", "shape":[64]}, {"t":"uint8", "shape":[64]}, {"i":3}, {"i":16}]
# launch: by_integers [{"t":"float32", "shape":[64]}, {"t":"uint32", "shape":[64]}, {"i":5000000000}, {"i":16}]
# launch: by_integers [{"t":"float32", "shape":[64]}, {"t":"int8", "shape":[64]}, {"i":3}, {"i":16}]
# launch: by_integers [{"t":"float32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":3}, {"i":16}]
# launch: of_integers [{"t":"int32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: of_integers [{"t":"int64", "shape":[64]}, {"t":"uint16", "shape":[64]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def by_integers(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.load(y, (0,), (N,))
    ct.store(x, (0,), a ** b + a ** n + a ** 2 + a ** -1 + a ** True + a ** 0.5)
    ct.store(x, (1,), (a.reshape((N, 1)) ** b)[0, 0].astype(x.dtype) if False else a)


@ct.kernel
def of_integers(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), (a ** n).astype(x.dtype))
