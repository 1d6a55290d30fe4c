"""Printing values: separators, ends, text and values of every kind."""
# launch: print_ [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}, {"i":16}]
# launch: formatted [{"t":"int32", "shape":[64]}, {"i":7}, {"f":2.5}, {"i":16}]
# launch: of_objects [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: python [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[64]}]
# launch: bad_separator [{"t":"float32", "shape":[64]}, {"i":7}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def print_(x, n, s, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.print(a)
    ct.print("a:", a, n, s, N, sep="; ", end="|\n")
    ct.print()
    ct.print(True, None, 1.5, "100%", n > 3, sep="")
    ct.print(a > 1, end="")


@ct.kernel
def formatted(x, n, s, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.print(f"{n} {s} {N} {a} {{}} {n + 1!s} {N!r}")
    ct.print(f"{n:d} {n:5d} {n:<5d} {n:05d} {n:x} {s:f} {s:.3f} {s:10.2f} {s:e} {s:g}", f"{N:>4}", sep="\t")


@ct.kernel
def of_objects(x, n, N: Const):
    ct.print((1, n, "x"), ct.float32, x.shape, x.dtype, (n,), ())


@ct.kernel
def python(x, n, N: Const):
    print("block", ct.bid(0), n, sep=": ", end="\n\n")
    print(str(n) + "!", repr("text"), str(N))


@ct.kernel
def dtypes(x):
    for t in ct.static_iter((ct.bool_, ct.int8, ct.int64, ct.uint16, ct.uint64, ct.float16, ct.bfloat16, ct.float64,
                             ct.float8_e5m2)):
        ct.print(t, ct.full((2,), 1, t), ct.full((), 1, t))


@ct.kernel
def bad_separator(x, n):
    ct.print(n, n, sep=1)
