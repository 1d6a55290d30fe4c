"""Which numbers are not numbers."""
# launch: isnan [{"t":"float32", "shape":[64]}, {"t":"float16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: isnan [{"t":"float64", "shape":[64]}, {"t":"bfloat16", "shape":[64]}, {"t":"bool", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: of_integers [{"t":"int32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def isnan(x, y, out, s, N: Const):
    a = ct.isnan(ct.load(x, (0,), (N,)))
    b = ct.isnan(ct.load(y, (0,), (N,)))
    ct.store(out, (0,), a | b | ct.isnan(s) | ct.isnan(1.0) | ct.isnan(float("nan")))


@ct.kernel
def of_integers(x, out, N: Const):
    ct.store(out, (0,), ct.isnan(ct.load(x, (0,), (N,))))
