"""Statements without effect: docstrings, constants, names, pass, ellipsis, unused values."""
import cuda.tile as ct

# launch: ignored [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def helper(a):
    """A docstring."""
    "Another."
    ...
    return a


@ct.kernel
def ignored(x, y, n, N: ct.Constant[int]):
    """The docstring
    of a kernel."""
    pass
    ...
    n
    n + 1
    "text"
    None
    (n, N)
    lambda t: undefined_name

    def never_called(t):
        return undefined_name

    ct.load(x, (3,), (N,))
    ct.load(x, (3,), (N,)) * 2
    a = helper(ct.load(x, (0,), (N,)))
    unused = a * n; also_unused = 3
    if n > 3: pass
    ct.store(y, (0,), a); return
