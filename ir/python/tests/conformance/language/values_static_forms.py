"""Evaluation while compiling: expressions, assertions, loops, comprehensions."""
# launch: static_forms [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}, {"i":3}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def static_forms(x, y, T: Int, N: Int):
    """Evaluation while compiling: expressions, assertions, loops, comprehensions."""
    i = ct.bid(0)
    ct.static_assert(N > 0, f"N is {N}")
    half = ct.static_eval(max(T // 2, 1))
    names = ct.static_eval([str(k) for k in range(N)][0] + "x")
    acc = ct.load(x, (i,), (T,))
    for k in ct.static_iter(range(N)):
        acc = acc + k * half
    powers = tuple(k * k for k in ct.static_iter(range(4)) if k % 2 == 1)
    if names == "0x":
        acc = acc + powers[0] + powers[1]
    shape = ct.static_eval(acc.shape)
    ct.store(y, (i,), acc * shape[0])
