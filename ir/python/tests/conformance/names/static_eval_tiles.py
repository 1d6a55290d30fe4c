"""Operators on run-time values inside `static_eval`: they become operations."""
# launch: arithmetic [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: bits [{"t":"int32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: comparisons [{"t":"int32", "shape":[64]}, {"t":"bool", "shape":[64]}, {"i":7}, {"i":16}]
# launch: functions [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: products [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: folded [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: other_functions [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: with_an_array [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: method [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


def horner(x, coefficients):
    result = 0.0
    for c in coefficients:
        result = result * x + c
    return result


@ct.kernel
def arithmetic(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.static_eval((a + n) * 2 - a / 3 + (1 - a) * (2 / a) - -a)
    c = ct.static_eval(a ** 2 + 2 ** a + a // 2 + 7 % a)
    k = ct.static_eval(n + 1)
    ct.store(x, (k,), ct.static_eval(b + c))


@ct.kernel
def bits(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    q, r = ct.static_eval(divmod(a, 3))
    ct.store(x, (0,), ct.static_eval((a & 3 | n) ^ (a << 1) >> n ^ ~a) + q + r)


@ct.kernel
def comparisons(x, y, n, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), ct.static_eval((a < n) | (a <= 3) | (4 > a) | (a >= n) | (a == n) | (a != 0)))


@ct.kernel
def functions(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    p = ct.static_eval(horner(a, (1.0, 0.5, N)))
    q = ct.static_eval(ct.maximum(a, ct.minimum(p, 2.0)) + ct.cdiv(n, 2) + ct.add(a, p, flush_to_zero=True))
    ct.store(x, (0,), q + ct.static_eval(ct.negative(a) + ct.mul(2, 3) + ct.cdiv(N, 3)))


@ct.kernel
def products(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.static_eval(a @ a + ct.matmul(a, a)))


@ct.kernel
def folded(x, n, N: Const):
    ct.static_assert(x.shape is not None)
    total = ct.static_eval(sum([n * i for i in range(4)]))
    ct.store(x, (total,), ct.full((N,), total, ct.float32))


@ct.kernel
def other_functions(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.static_eval(ct.exp(a)))


@ct.kernel
def with_an_array(x, N: Const):
    ct.store(x, (0,), ct.static_eval(x + 1))


@ct.kernel
def method(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), ct.static_eval(a.reshape((N, 1)).shape[0]))
