"""Helpers that make text for messages, in another file."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct
from messages import PREFIX, describe


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    print(describe(n, N))
    ct.static_assert(N > 1, PREFIX + str(N))
    ct.assert_(n > 0, f"{PREFIX} is negative")
    ct.store(y, (0,), a)
