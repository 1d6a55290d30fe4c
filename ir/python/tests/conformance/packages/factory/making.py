import cuda.tile as ct


def make_from_elsewhere(dtype):
    @ct.kernel
    def kernel(x, y, n, N: ct.Constant[int]):
        ct.store(y, (0,), ct.load(x, (0,), (N,)).astype(dtype).astype(ct.float32))

    return kernel
