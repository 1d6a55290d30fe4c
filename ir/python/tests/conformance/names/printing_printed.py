"""Printing and assertions."""
# launch: printed [{"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def printed(x, n, f, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.printf("n=%d f=%5.2f 100%%\n", n, f)
    ct.printf("%f\n", a)
    print("n:", n, "f:", f, "N:", N, a, sep=" ", end=".\n")
    print(f"{n} {f:.3f} {n + 1:>4d} {N} {'text'} {ct.bid(0)}")
    ct.print((1, n), None, True, 0.1, ct.float32)
    for i in range(n):
        print(i)
        ct.store(x, (i,), a)
