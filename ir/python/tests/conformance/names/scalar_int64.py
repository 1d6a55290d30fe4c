"""`ScalarInt64`, and scalars whose type the launch decides."""
# launch: stated [{"t":"int64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: unstated [{"t":"int64", "shape":[64]}, {"i":3}, {"i":16}]
# launch: unstated [{"t":"int64", "shape":[64]}, {"i":5000000000}, {"i":16}]
# launch: unstated [{"t":"int64", "shape":[64]}, {"i":-1}, {"i":16}]
# launch: unstated [{"t":"int64", "shape":[64]}, {"b":true}, {"i":16}]
# launch: unstated [{"t":"int64", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: float_parameter [{"t":"float32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: float_parameter [{"t":"float64", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: annotated_int [{"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: indices [{"t":"float32", "shape":[64]}, {"i":5000000000}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def stated(x, n: ct.ScalarInt64, N: Const):
    ct.store(x, (0,), ct.full((N,), n * 2 + 1, ct.int64))
    for i in range(n):
        ct.store(x, (i,), ct.load(x, (n - i,), (N,)))


@ct.kernel
def unstated(x, n, N: Const):
    ct.store(x, (0,), ct.full((N,), n, ct.int64) + ct.astype(n * 2 + 1, ct.int64))


@ct.kernel
def float_parameter(x, s: float, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * s + s / 2 + s ** 2)


@ct.kernel
def annotated_int(x, n: int, N: int):
    ct.store(x, (n,), ct.load(x, (N,), (16,)))


@ct.kernel
def indices(x, n, N: Const):
    ct.store(x, (n,), ct.load(x, (n // 4,), (N,)))
    ct.scatter(x, n % 64, ct.gather(x, n - 5000000000))
