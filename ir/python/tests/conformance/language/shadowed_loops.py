"""Loop variables: reused, shadowed, used after, changed inside"""
# launch: reused [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: changed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: used_after [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: static_after [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: underscore [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def reused(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    for i in range(n):
        acc = acc + i
    for i in range(3):
        for i in range(2):
            acc = acc * 2
        acc = acc + i
    ct.store(y, (0,), acc)


@ct.kernel
def changed(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    for i in range(n):
        i = i * 2
        acc = acc + i
        i = i + 1
    ct.store(y, (0,), acc)


@ct.kernel
def used_after(x, y, n, N: ct.Constant[int]):
    i = 0
    for i in range(n):
        pass
    ct.store(y, (i,), ct.load(x, (0,), (N,)))


@ct.kernel
def static_after(x, y, n, N: ct.Constant[int]):
    for k in ct.static_iter((3, 4)):
        pass
    ct.store(y, (k,), ct.load(x, (0,), (N,)))


@ct.kernel
def underscore(x, y, n, N: ct.Constant[int]):
    total = 0
    for _ in range(n):
        for _ in range(2):
            total = total + 1
    ct.store(y, (total,), ct.load(x, (0,), (N,)))
