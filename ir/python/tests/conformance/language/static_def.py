"""static_def: helpers that run while compiling."""
import cuda.tile as ct
from cuda.tile._execution import static_def

# launch: static [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@static_def
def halved(n, least=4):
    widths = []
    while n >= least:
        widths.append(n)
        n //= 2
    return tuple(widths)


@static_def
def first_of(pair):
    return pair[0]


@ct.kernel
def static(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    total = 0
    for w in ct.static_iter(halved(N, least=2)):
        total += w
    ct.store(y, (0,), first_of((a, n)) + total)
