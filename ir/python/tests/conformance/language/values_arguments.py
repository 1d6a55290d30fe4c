"""Arguments by position, by keyword, spread."""
# launch: arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


def spread(first, *rest, last=0, **named):
    total = first + last
    for r in ct.static_iter(rest):
        total = total + r
    return total + named.get("extra", 0)


@ct.kernel
def arguments(x, y, n: int, T: Int):
    """Arguments by position, by keyword, spread."""
    i = ct.bid(0)
    args = (n, 2)
    k = spread(i, *args, last=n, extra=1)
    a = ct.load(x, index=(k,), shape=(T,))
    ct.store(y, (i,), tile=a)
