"""Module `math` in kernels: constants, and functions of constants while compiling."""
# launch: constants [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: evaluated [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: called [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_a_scalar [{"t":"float32", "shape":[64]}, {"f":2.5}]
import math

import cuda.tile as ct

Const = ct.Constant[int]
LOG2E = math.log2(math.e)
ROOT = math.sqrt(2) / math.pow(2, 0.5)


@ct.kernel
def constants(x, N: Const):
    a = ct.load(x, (0,), (N,))
    a = ct.where(a > -math.inf, a * math.pi, math.nan) + math.e - math.tau
    ct.store(x, (0,), a * LOG2E + ROOT)


@ct.kernel
def evaluated(x, N: Const):
    k = ct.static_eval(math.ceil(N / 3) + math.floor(2.7) + math.gcd(N, 12) + math.prod((2, 3)))
    s = ct.static_eval(math.exp(1.0) + math.log(N) + math.log10(100) + math.sqrt(N) + math.isinf(1.0))
    ct.store(x, (k,), ct.full((N,), s, ct.float32))


@ct.kernel
def called(x, N: Const):
    ct.store(x, (0,), math.sqrt(N))


@ct.kernel
def of_a_scalar(x, s):
    ct.store(x, (0,), math.sqrt(s))
