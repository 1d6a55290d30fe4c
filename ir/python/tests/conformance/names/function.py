"""`function`: helpers for kernels, for the host, for both."""
# launch: calls [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: host_only [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: bare [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.function
def double(x):
    return x * 2


@ct.function(host=True)
def pad(n, to):
    return (n + to - 1) // to * to


@ct.function(host=True, tile=True)
def both(n):
    return n + 1


@ct.function(host=True, tile=False)
def host(n):
    return n + 1


def plain(x):
    return double(x) + 1


@ct.kernel
def calls(x, n, N: Const):
    ct.store(x, (both(n),), plain(ct.load(x, (pad(n, 4),), (N,))))
    ct.store(x, (pad(N, 3),), 1.0)


@ct.kernel
def host_only(x, N: Const):
    ct.store(x, (host(N),), 1.0)


@ct.kernel
def bare(x, N: Const):
    f = double
    ct.store(x, (0,), f(ct.load(x, (0,), (N,))))
