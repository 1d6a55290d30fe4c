import cuda.tile as ct


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    ct.store(y, (2,), ct.load(x, (2,), (N,)))
