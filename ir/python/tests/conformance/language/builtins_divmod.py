"""divmod, pow and the operators // and % of all signs."""
import cuda.tile as ct

# launch: scalars [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def scalars(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a // 3 + a % 3 - -a // n)
    ct.store(y, (1,), n // -3 + n % -3 + a)
    ct.store(y, (2,), a // 4 + a % 4)
    ct.store(y, (3,), ct.cdiv(n, 4) + ct.cdiv(a, n) + ct.cdiv(17, 4))
    q, r = ct.divmod(a, 5)
    ct.store(y, (4,), q + r)


@ct.kernel
def floats(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a // 3 + a % 3)
    ct.store(y, (1,), a // n + n % a)
    ct.store(y, (2,), a ** 2 + a ** 0.5 + a ** n)
    ct.store(y, (3,), 2 ** a + n ** 2.0)
