"""Recursion that ends while compiling."""
import cuda.tile as ct

# launch: recursive [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def power(t, k):
    if k == 0:
        return ct.ones((16,), ct.float32)
    if k % 2 == 1:
        return t * power(t, k - 1)
    half = power(t, k // 2)
    return half * half


def total(items):
    if len(items) == 1:
        return items[0]
    return items[0] + total(items[1:])


def is_even(k):
    return True if k == 0 else is_odd(k - 1)


def is_odd(k):
    return False if k == 0 else is_even(k - 1)


@ct.kernel
def recursive(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), power(a, 5))
    ct.store(y, (1,), total((a, n, 2.0, a)))
    if is_even(N):
        ct.store(y, (2,), a)
