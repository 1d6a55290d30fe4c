"""Tuples carried by loops and branches."""
import cuda.tile as ct

# launch: looped [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: branched [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def looped(x, y, n, N: ct.Constant[int]):
    state = (ct.zeros((N,), ct.float32), 0, (1.0, n))
    for i in range(n):
        acc, count, (scale, m) = state
        state = (acc + ct.load(x, (i,), (N,)) * scale, count + 1, (scale * 0.5, m - 1))
    ct.store(y, (state[1],), state[0] + state[2][1])


@ct.kernel
def branched(x, y, n, N: ct.Constant[int]):
    if n > 3:
        pair = (ct.load(x, (0,), (N,)), n)
    else:
        pair = (ct.load(x, (1,), (N,)) * 2, n + 1)
    ct.store(y, (pair[1],), pair[0])
