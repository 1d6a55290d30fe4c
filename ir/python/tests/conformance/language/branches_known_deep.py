"""Conditions known while compiling inside loops, with jumps"""
# launch: jumps [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: always_left [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: never_entered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: continued [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def jumps(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    for i in range(n):
        if N == 16:
            acc = acc + 1
            if N == 8:
                break
            else:
                acc = acc * 2
        else:
            continue
        if N > 100:
            return
    ct.store(y, (0,), acc)


@ct.kernel
def always_left(x, y, n, N: ct.Constant[int]):
    for i in range(n):
        ct.store(y, (i,), ct.load(x, (i,), (N,)))
        if True:
            break
        undefined_name(i)


@ct.kernel
def never_entered(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    while N < 8:
        acc = undefined_name
    for i in range(0):
        acc = acc + i
    ct.store(y, (0,), acc)


@ct.kernel
def continued(x, y, n, N: ct.Constant[int]):
    acc = ct.load(x, (0,), (N,))
    for i in range(n):
        if i > 2:
            acc = acc + 1
            continue
        if N == 16:
            continue
        acc = acc * 2
    ct.store(y, (0,), acc)
