"""Printing and checks at run time."""
# launch: output [{"t":"float32", "shape":[512]}, {"i":100}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def output(x, n: int, T: Int):
    """Printing and checks at run time."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    ct.printf("block %d of %d\n", i, n)
    ct.print("n =", n, f"sum={ct.sum(a):.3f}", sep=" ", end="!\n")
    ct.assert_(n > 0, "n must be positive")
    ct.store(x, (i,), a)
