"""Format specifications in printed f-strings."""
# launch: integers [{"t":"int32", "shape":[64]}, {"i":7}]
# launch: floats [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: constants [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: tiles [{"t":"float32", "shape":[64]}, {"t":"int64", "shape":[64]}, {"i":16}]
# launch: conversions [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: equals [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: repr_with_width [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: text_with_width [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: constant_with_width [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: dynamic_width [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: text_specification [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: float_specification [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: comma [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: percent [{"t":"float32", "shape":[64]}, {"f":2.5}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def integers(x, n):
    print(f"{n} {n:d} {n:5} {n:5d} {n:05d} {n:+d} {n:x} {n:X} {n:o} {n:#x}")
    print(f"{n + 1:3d}|{n * 2:d}")


@ct.kernel
def floats(x, s):
    print(f"{s} {s:f} {s:.3f} {s:8.2f} {s:e} {s:.2E} {s:g} {s:.1f}")


@ct.kernel
def constants(x, N: Const):
    print(f"{N} {N:4d} {1.5:.2f} {'a'} {True} {None} {(1, 2)}")


@ct.kernel
def tiles(x, y, N: Const):
    print(f"{ct.load(x, (0,), (N,)):.2f} {ct.load(y, (0,), (N,))} {ct.load(x, (0,), (N,)) > 1}")


@ct.kernel
def conversions(x, n, N: Const):
    print(f"{x.dtype} {x.shape} {x.shape[0]} {N} {n}")


@ct.kernel
def equals(x, n, N: Const):
    print(f"{n=} {N=}")


@ct.kernel
def repr_with_width(x, n, N: Const):
    print(f"{N!r:>5}")


@ct.kernel
def text_with_width(x, n, N: Const):
    print(f"{'a':>3}|{'a':<3}|{'abc':.2}")


@ct.kernel
def constant_with_width(x, n, N: Const):
    print(f"{N:>6}|{N:<6}|{N:^6}")


@ct.kernel
def dynamic_width(x, n):
    print(f"{n:{n}d}")


@ct.kernel
def text_specification(x, n):
    print(f"{n:>5}")


@ct.kernel
def float_specification(x, n):
    print(f"{n:.2f}")


@ct.kernel
def comma(x, n):
    print(f"{n:,}")


@ct.kernel
def percent(x, s):
    print(f"{s:%}")
