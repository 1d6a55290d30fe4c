"""Printing and assertions keep their order with memory and with each other."""
# launch: ordered [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: in_branches [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: in_helpers [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def ordered(x, n, N: Const):
    print("first")
    a = ct.load(x, (0,), (N,))
    print("second", a)
    ct.store(x, (0,), a + 1)
    ct.printf("third %d\n", n)
    ct.assert_(n > 0, "fourth")
    ct.store(x, (1,), ct.load(x, (0,), (N,)))


@ct.kernel
def in_branches(x, n, N: Const):
    if n > 3:
        print("many", n)
    else:
        print("few", n)
    for i in range(n):
        if i % 2 == 0:
            print("even", i)
            continue
        ct.printf("odd %d\n", i)
    while n > 0:
        n = n - 1
        ct.assert_(n >= 0)


def show(label, a):
    print(label, a, sep="=")
    return a


@ct.kernel
def in_helpers(x, n, N: Const):
    ct.store(x, (0,), show("a", ct.load(x, (0,), (N,))) + show("n", n))
