"""Promises about divisibility, and what they are worth to addresses."""
# launch: assume_divisible_by [{"t":"float32", "shape":[512]}, {"i":32}, {"i":5000000000}, {"i":16}]
# launch: of_constants [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: of_a_float [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: of_zero [{"t":"float32", "shape":[512]}, {"i":3}]
# launch: contradiction [{"t":"float32", "shape":[512]}, {"i":3}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def assume_divisible_by(x, n, m, N: Const):
    k = ct.assume_divisible_by(n, 16)
    j = ct.assume_divisible_by(m, divisor=4)
    one = ct.assume_divisible_by(n, 1)
    a = ct.load(x.slice(0, k, k + 64), (0,), (N,))
    b = ct.load(x.slice(axis=0, start=k * 2, stop=j), (0,), (N,))
    ct.store(x.slice(0, one, n), (0,), a + b)


@ct.kernel
def of_constants(x, N: Const):
    k = ct.assume_divisible_by(N, 8)
    ct.store(x, (0,), ct.full((k,), ct.assume_divisible_by(4, 2), ct.float32))


@ct.kernel
def of_a_float(x, N: Const):
    ct.store(x, (0,), ct.assume_divisible_by(1.5, 8))


@ct.kernel
def of_zero(x, n):
    ct.store(x, (0,), ct.assume_divisible_by(n, 0))


@ct.kernel
def contradiction(x, n):
    ct.store(x, (0,), ct.assume_divisible_by(9, 2))
