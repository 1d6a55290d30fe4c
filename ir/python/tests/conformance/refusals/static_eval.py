"""what cannot be evaluated while compiling"""
# launch: two_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: undefined [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: raised [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time_truth [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time_arithmetic [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_arithmetic [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: assigns [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: list_result [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: indirect [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: index_error [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: key_error [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: division [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: attribute [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def raising(n):
    raise ValueError(f"not {n}")


@ct.kernel
def two_arguments(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(1, 2)


@ct.kernel
def no_arguments(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval()


@ct.kernel
def undefined(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(nothing)


@ct.kernel
def raised(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(raising(N))


@ct.kernel
def run_time_truth(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(1 if n > 3 else 2)


@ct.kernel
def run_time_arithmetic(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(n + 1)


@ct.kernel
def tile_arithmetic(x, y, n, N: ct.Constant[int]):
    t = ct.load(x, (0,), (N,))
    a = ct.static_eval(t * 2)


@ct.kernel
def assigns(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval((k := 3))


@ct.kernel
def list_result(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval([1, 2])


@ct.kernel
def indirect(x, y, n, N: ct.Constant[int]):
    f = ct.static_eval
    a = f(3)


@ct.kernel
def index_error(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval((1, 2)[5])


@ct.kernel
def key_error(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval({"a": 1}["b"])


@ct.kernel
def division(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(1 // 0)


@ct.kernel
def attribute(x, y, n, N: ct.Constant[int]):
    a = ct.static_eval(x.nothing)
