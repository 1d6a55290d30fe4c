"""`float8_e8m0fnu`, which has conversions but no arithmetic."""
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float16", "shape":[64]}, {"i":16}]
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"i":16}]
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float64", "shape":[64]}, {"i":16}]
# launch: from_integers [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: made [{"t":"float8_e8m0fnu", "shape":[64]}, {"i":16}] arch=sm_107
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}] arch=sm_107
# launch: shaped [{"t":"float8_e8m0fnu", "shape":[64, 64]}, {"i":16}] arch=sm_107
# launch: conversions [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}] arch=sm_80
# launch: towards_zero [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: upwards [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: sum_ [{"t":"float8_e8m0fnu", "shape":[64]}, {"i":16}]
# launch: compared [{"t":"float8_e8m0fnu", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":16}]
# launch: shaped [{"t":"float8_e8m0fnu", "shape":[64, 64]}, {"i":16}]
# launch: gathered [{"t":"float8_e8m0fnu", "shape":[64]}, {"i":16}]
# launch: constructor [{"t":"float8_e8m0fnu", "shape":[64]}, {"f":2.5}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]


@ct.kernel
def conversions(x, y, N: Const):
    ct.store(y, (0,), ct.load(x, (0,), (N,)).astype(y.dtype))
    ct.store(x, (0,), ct.load(y, (1,), (N,)).astype(ct.float8_e8m0fnu))


@ct.kernel
def from_integers(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(x.dtype))
    ct.store(y, (0,), ct.load(x, (0,), (N,)).astype(y.dtype))


@ct.kernel
def made(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1.5, ct.float8_e8m0fnu))
    ct.store(x, (1,), ct.ones((N,), ct.float8_e8m0fnu))
    ct.store(x, (2,), ct.where(ct.arange(N, dtype=ct.int32) > 3, ct.load(x, (0,), (N,)), ct.load(x, (1,), (N,))))


@ct.kernel
def towards_zero(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(ct.float8_e8m0fnu, rounding_mode=RoundingMode.RZ))


@ct.kernel
def upwards(x, y, N: Const):
    ct.store(x, (0,), ct.load(y, (0,), (N,)).astype(ct.float8_e8m0fnu, rounding_mode=RoundingMode.RP))


@ct.kernel
def sum_(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), a + a)


@ct.kernel
def compared(x, y, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a < a)


@ct.kernel
def shaped(x, N: Const):
    a = ct.load(x, (0, 0), (N, 2 * N))
    ct.store(x, (0, 0), a.reshape((2 * N, N)).transpose())
    ct.store(x, (0, 0), ct.broadcast_to(a.extract((0, 0), (1, N)), (N, N)))


@ct.kernel
def gathered(x, N: Const):
    i = ct.arange(N, dtype=ct.int32)
    ct.scatter(x, i, ct.gather(x, i + 1))


@ct.kernel
def constructor(x, s):
    ct.store(x, (0,), ct.float8_e8m0fnu(s))
