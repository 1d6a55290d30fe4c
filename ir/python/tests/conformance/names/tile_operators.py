"""Operators of tiles with tiles and with numbers, right-hand forms too."""
# launch: arithmetic [{"t":"float32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: integers [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: comparisons [{"t":"int32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: matrices [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: logical [{"t":"bool", "shape":[64]}, {"i":16}]
# launch: truth [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def arithmetic(x, s, N: Const):
    a = ct.load(x, (0,), (N,))
    b = a + a - a * a / a
    b = s + b - s * b / s
    b = 1 + (2 - (3 * (4 / b)))
    b = b + 1 - 2 * 3 / 4
    b = 2 ** b + b ** 2 + 7 // b + b // 7 + 7 % b + b % 7
    ct.store(x, (0,), +b + (-b))


@ct.kernel
def integers(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    b = (a & 3) | (5 ^ a) & n | (n ^ a)
    b = (b << 2) + (1 << b) + (b >> n) + (n >> b)
    q, r = divmod(b, 3)
    t, u = divmod(17, b)
    ct.store(x, (0,), b // n + n // b + b % 4 + 4 % b + ~b + q + r + t + u)


@ct.kernel
def comparisons(x, n, N: Const):
    a = ct.load(x, (0,), (N,))
    m = (a == 1) | (2 != a) | (a < n) | (n <= a) | (a > 3) | (4 >= a)
    ct.store(x, (0,), m.astype(ct.int32))


@ct.kernel
def matrices(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    a @= a
    ct.store(x, (0, 0), a @ a.transpose())


@ct.kernel
def logical(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), (a & ~a) | (not ct.max(a)))


@ct.kernel
def truth(x, N: Const):
    if ct.load(x, (0,), (N,)) > 0:
        ct.store(x, (0,), 1)
