"""Python's own functions on numbers: `int`, `float`, `bool`, `abs`, `min`, `max`, `divmod`, `pow`, `round`."""
# launch: of_constants [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_scalars [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: int_of_a_scalar [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: float_of_a_scalar [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: bool_of_a_scalar [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: round_of_a_constant [{"t":"float32", "shape":[64]}]
# launch: pow_of_constants [{"t":"float32", "shape":[64]}]
# launch: sum_of_a_tuple [{"t":"float32", "shape":[64]}]
# launch: max_of_a_tuple [{"t":"float32", "shape":[64]}]
# launch: max_of_three [{"t":"float32", "shape":[64]}, {"i":7}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def of_constants(x, N: Const):
    k = int(2.7) + int("3") + int(True) + abs(-N) + min(N, 3) + max(N, 3)
    s = float(N) + float("1.5") + float(True) + bool(N) + bool(0)
    q, r = divmod(N, 5)
    ct.store(x, (k,), ct.full((N,), s + q + r, ct.float32))


@ct.kernel
def of_scalars(x, n, s):
    q, r = divmod(n, 5)
    ct.store(x, (abs(n),), min(s, 1.0) + max(n, 3) + abs(s) + q + r)


@ct.kernel
def int_of_a_scalar(x, s):
    ct.store(x, (0,), int(s))


@ct.kernel
def float_of_a_scalar(x, n):
    ct.store(x, (0,), float(n))


@ct.kernel
def bool_of_a_scalar(x, n):
    if bool(n):
        ct.store(x, (0,), bool(n))


@ct.kernel
def round_of_a_constant(x):
    ct.store(x, (0,), round(2.5))


@ct.kernel
def pow_of_constants(x):
    ct.store(x, (0,), pow(2, 3))


@ct.kernel
def sum_of_a_tuple(x):
    ct.store(x, (0,), sum((1, 2)))


@ct.kernel
def max_of_a_tuple(x):
    ct.store(x, (0,), max((1, 2)))


@ct.kernel
def max_of_three(x, n):
    ct.store(x, (0,), max(n, 2, 3))
