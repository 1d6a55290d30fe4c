"""functions of floats on integers and so on"""
# launch: exp_of_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: sqrt_of_integer [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: not_of_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: flush_of_half [{"t":"float16", "shape":[512]}, {"t":"float16", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rounding_of_max [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rounding_kind [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rounding_of_integers [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: rounding_text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: isnan_of_integer [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: propagate [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: where_condition [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: divmod_of_floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def exp_of_text(x, y, n, N: ct.Constant[int]):
    a = ct.exp("text")


@ct.kernel
def sqrt_of_integer(x, y, n, N: ct.Constant[int]):
    a = ct.sqrt(ct.load(x, (0,), (N,)), flush_to_zero=True)


@ct.kernel
def not_of_float(x, y, n, N: ct.Constant[int]):
    a = ct.bitwise_not(ct.load(x, (0,), (N,)))


@ct.kernel
def flush_of_half(x, y, n, N: ct.Constant[int]):
    a = ct.add(ct.load(x, (0,), (N,)), 1, flush_to_zero=True)


@ct.kernel
def rounding_of_max(x, y, n, N: ct.Constant[int]):
    a = ct.maximum(ct.load(x, (0,), (N,)), 1, rounding_mode=ct.RoundingMode.RN)


@ct.kernel
def rounding_kind(x, y, n, N: ct.Constant[int]):
    a = ct.add(ct.load(x, (0,), (N,)), 1, rounding_mode=ct.RoundingMode.FULL)


@ct.kernel
def rounding_of_integers(x, y, n, N: ct.Constant[int]):
    a = ct.add(ct.load(x, (0,), (N,)), 1, rounding_mode=ct.RoundingMode.RZ)


@ct.kernel
def rounding_text(x, y, n, N: ct.Constant[int]):
    a = ct.add(ct.load(x, (0,), (N,)), 1, rounding_mode="up")


@ct.kernel
def isnan_of_integer(x, y, n, N: ct.Constant[int]):
    a = ct.isnan(ct.load(x, (0,), (N,)))


@ct.kernel
def propagate(x, y, n, N: ct.Constant[int]):
    a = ct.maximum(ct.load(x, (0,), (N,)), 1, propagate_nan=True)


@ct.kernel
def where_condition(x, y, n, N: ct.Constant[int]):
    a = ct.where("text", 1, 2)


@ct.kernel
def divmod_of_floats(x, y, n, N: ct.Constant[int]):
    a = ct.divmod(ct.load(x, (0,), (N,)), 2.0)
