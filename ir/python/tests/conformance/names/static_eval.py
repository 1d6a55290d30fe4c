"""Expressions that Python evaluates while compiling."""
# launch: static_eval_ [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: objects [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: choice [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: fails [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: run_time_truth [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: run_time_bound [{"t":"float32", "shape":[64]}, {"i":7}]
import math

import cuda.tile as ct

Const = ct.Constant[int]
TABLE = {8: "small", 16: "large"}


def half(n):
    return max(n // 2, 1)


@ct.kernel
def static_eval_(x, N: Const):
    n = ct.static_eval(half(N) if N > 4 else N)
    m = ct.static_eval(sum(range(N)) + len(str(N)) + int(math.log2(N)))
    k = ct.static_eval({"a": 1, "b": 2}["b"] + [i * i for i in range(5)][-1])
    ct.store(x, (0,), ct.full((n,), m + k, ct.float32))


@ct.kernel
def objects(x, N: Const):
    shape = ct.static_eval((N, 1)[:1])
    t = ct.static_eval(ct.float16 if TABLE[N] == "large" else ct.float32)
    ct.store(x, (0,), ct.zeros(shape, t))


@ct.kernel
def choice(x, y, N: Const):
    target = ct.static_eval(x if N > 8 else y)
    f = ct.static_eval(ct.exp if N > 8 else ct.log)
    ct.store(target, (0,), f(ct.load(x, (0,), (N,))))


@ct.kernel
def fails(x, N: Const):
    ct.store(x, (0,), ct.static_eval(1 / (N - 16)))


@ct.kernel
def run_time_truth(x, n):
    ct.store(x, (0,), ct.static_eval(1.0 if n > 3 else 2.0))


@ct.kernel
def run_time_bound(x, n):
    ct.store(x, (0,), ct.static_eval(sum(range(n))))
