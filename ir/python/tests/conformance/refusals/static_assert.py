"""assertions that fail or are malformed"""
# launch: failed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: with_message [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: keyword [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: ensured [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_helper [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def failed(x, y, n, N: ct.Constant[int]):
    ct.static_assert(N == 8)


@ct.kernel
def with_message(x, y, n, N: ct.Constant[int]):
    ct.static_assert(N == 8, f"width is {N}")


@ct.kernel
def run_time(x, y, n, N: ct.Constant[int]):
    ct.static_assert(n == 8)


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    ct.static_assert(N)


@ct.kernel
def no_arguments(x, y, n, N: ct.Constant[int]):
    ct.static_assert()


@ct.kernel
def keyword(x, y, n, N: ct.Constant[int]):
    ct.static_assert(N == 16, msg="text")


@ct.kernel
def ensured(x, y, n, N: ct.Constant[int]):
    a = ct.ensure_constant(n)


@ct.kernel
def in_helper(x, y, n, N: ct.Constant[int]):
    def f(k):
        ct.static_assert(k < 3, "too wide")
    f(N)
