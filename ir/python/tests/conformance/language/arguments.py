"""How arguments meet parameters."""
import cuda.tile as ct

# launch: keywords [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: variadic [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dictionaries [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def positional(a, b, /, c, *, d=1.0):
    return a * b + c - d


def total(first, *rest, start=0):
    result = first + start
    for r in ct.static_iter(rest):
        result = result + r
    return result


def pick(a, **options):
    if "scale" in options:
        a = a * options["scale"]
    return a + options.get("shift", 0.5)


def forward(*args, **kwargs):
    return positional(*args, **kwargs)


@ct.kernel
def keywords(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, index=(0,), shape=(N,))
    ct.store(y, index=(0,), tile=positional(a, 2, c=n))
    ct.store(y, (1,), positional(a, 2, n, d=a))


@ct.kernel
def variadic(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), total(a))
    ct.store(y, (1,), total(a, a, n, 2.0))
    ct.store(y, (2,), total(a, *(a, n), start=3))


@ct.kernel
def dictionaries(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), pick(a))
    ct.store(y, (1,), pick(a, scale=n, shift=a))
    ct.store(y, (2,), forward(a, 2, c=3, d=n))
