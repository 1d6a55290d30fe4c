"""calls that do not fit"""
# launch: missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: too_many [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unknown_keyword [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: given_twice [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: positional_only [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: string [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: none [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: star_of_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: stars_of_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: builtin_missing [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: builtin_unknown [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: lambda_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


def helper(a, b, /, c, *, d=1):
    return a


@ct.kernel
def missing(x, y, n, N: ct.Constant[int]):
    a = helper(1, 2)


@ct.kernel
def too_many(x, y, n, N: ct.Constant[int]):
    a = helper(1, 2, 3, 4)


@ct.kernel
def unknown_keyword(x, y, n, N: ct.Constant[int]):
    a = helper(1, 2, 3, e=4)


@ct.kernel
def given_twice(x, y, n, N: ct.Constant[int]):
    a = helper(1, 2, 3, c=4)


@ct.kernel
def positional_only(x, y, n, N: ct.Constant[int]):
    a = helper(1, b=2, c=3)


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    a = n(3)


@ct.kernel
def tile(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))(0)


@ct.kernel
def string(x, y, n, N: ct.Constant[int]):
    a = "text"(3)


@ct.kernel
def none(x, y, n, N: ct.Constant[int]):
    a = None()


@ct.kernel
def star_of_number(x, y, n, N: ct.Constant[int]):
    a = helper(*n)


@ct.kernel
def stars_of_tuple(x, y, n, N: ct.Constant[int]):
    a = helper(**(1, 2))


@ct.kernel
def builtin_missing(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,))


@ct.kernel
def builtin_unknown(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), colour=3)


@ct.kernel
def lambda_(x, y, n, N: ct.Constant[int]):
    a = (lambda t: t)()
