"""async constructs"""
# launch: called [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

async def helper(t):
    return t


@ct.kernel
def called(x, y, n, N: ct.Constant[int]):
    a = helper(ct.load(x, (0,), (N,)))
