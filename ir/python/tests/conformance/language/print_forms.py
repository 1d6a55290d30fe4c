"""print with every kind of value"""
# launch: values [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: formats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: ordered [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def values(x, y, n, N: ct.Constant[int]):
    i = ct.bid(0)
    print(i, n, N, 2.5, True, None, "text", (i, 2), ())
    print(ct.load(x, (0,), (4,)))
    print(x.dtype, ct.float16, N == 16)


@ct.kernel
def formats(x, y, n, N: ct.Constant[int]):
    i = ct.bid(0)
    print(f"{i:d} {i:5} {n:x} {n:08d}")
    s = ct.sum(ct.load(x, (0,), (N,)))
    print(f"{s} {s:f} {s:.2f} {s:10.3e} {s:g}")
    print(f"100% {N:d} {{}}", "a%b", sep="%", end="")


@ct.kernel
def ordered(x, y, n, N: ct.Constant[int]):
    print("before")
    ct.store(y, (0,), ct.load(x, (0,), (N,)))
    print("after")
    if n > 3:
        print("more", n)
    for i in range(n):
        print(i)
