"""what bytecode 13.1 lacks"""
# launch: atan2 [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unchecked [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: small_float [{"t":"float8_e4m3fn", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: strided [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tanh [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def atan2(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.atan2(ct.load(x, (0,), (N,)), ct.load(x, (1,), (N,))))


@ct.kernel
def unchecked(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,), check_bounds=False))


@ct.kernel
def small_float(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)).astype(ct.float32))


@ct.kernel
def strided(x, y, n, N: ct.Constant[int]):
    v = x.tiled_view((16,), traversal_steps=(8,))
    ct.store(y, (0,), v.load((0,)))


@ct.kernel
def tanh(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.tanh(ct.load(x, (0,), (N,)), rounding_mode=ct.RoundingMode.APPROX))
