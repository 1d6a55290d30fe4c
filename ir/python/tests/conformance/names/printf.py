"""Printing by format."""
# launch: printf [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}, {"i":16}]
# launch: tiles [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: too_few [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: too_many [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: wrong_type [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: text [{"t":"float32", "shape":[64]}]
# launch: not_constant [{"t":"float32", "shape":[64]}, {"i":7}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def printf(x, n, s, N: Const):
    ct.printf("hello\n")
    ct.printf("%d %i %u %x %5d %-5d %05d %+d\n", n, n, n.astype(ct.uint32), n, n, n, n, n)
    ct.printf("%f %.3f %10.2f %e %g %%\n", s, s, s, s, s)
    ct.printf("%d %f", N, 1.5)


@ct.kernel
def tiles(x, y, N: Const):
    ct.printf("%f and %lld, %d\n", ct.load(x, (0,), (N,)), ct.load(y, (0,), (N,)), ct.load(x, (0,), (N,)) > 1)


@ct.kernel
def too_few(x, n):
    ct.printf("%d %d\n", n)


@ct.kernel
def too_many(x, n):
    ct.printf("%d\n", n, n)


@ct.kernel
def wrong_type(x, s):
    ct.printf("%d\n", s)


@ct.kernel
def text(x):
    ct.printf("%s\n", "text")


@ct.kernel
def not_constant(x, n):
    ct.printf(n)
