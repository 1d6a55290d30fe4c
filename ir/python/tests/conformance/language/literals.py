"""Numbers and texts in every notation"""
# launch: integers [{"t":"int64", "shape":[512]}, {"t":"int64", "shape":[512]}, {"i":7}, {"i":16}]
# launch: floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: texts [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: booleans [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + 0xff + 0XFF + 0o17 + 0b1010 + 1_000_000 + 00 + 0x_ff)
    ct.store(y, (1,), a + 9223372036854775807)
    ct.store(y, (2,), a - 9223372036854775807)
    ct.store(y, (3,), a + (-2147483648) + 2147483648)


@ct.kernel
def floats(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + 1. + .5 + 1e3 + 1E-3 + 1_0.0_1 + 0e0 + 3.14159265358979)
    ct.store(y, (1,), a + 1e400)
    ct.store(y, (2,), a * 1e-400)
    ct.store(y, (3,), a + 16777217.0)


@ct.kernel
def texts(x, y, n, N: ct.Constant[int]):
    ct.static_assert("a" "b" 'c' == "abc")
    ct.static_assert(r"\n" != "\n" and "\x41\u0042\N{LATIN SMALL LETTER C}" == "ABc")
    ct.static_assert('''long''' """text""" == "longtext")
    ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def booleans(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + True - False + (True + True) * 2)
