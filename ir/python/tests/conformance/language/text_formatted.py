"""f-strings, string operations and printing."""
import cuda.tile as ct

# launch: printed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def label(n):
    return f"n={n}"


@ct.kernel
def printed(x, y, n, N: ct.Constant[int]):
    i = ct.bid(0)
    print("plain", N, 2.5, None, True)
    print(f"{i} of {n:5d} at {N}", end="")
    print("a", "b", i, sep=", ", end="!\n")
    name = "tile" + "s"
    print(f"{name}: {label(i)} 100% {{braces}}")
    print((i, n), ("x", (1, 2.5)))
    print(", ".join((name, label(n))))
    print(f"{ct.sum(ct.load(x, (0,), (N,))):.3f}")
    print(x.dtype, str(n), repr("q"), str(1.5))
    print()
