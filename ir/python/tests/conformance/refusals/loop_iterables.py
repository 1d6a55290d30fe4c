"""for over what is no range"""
# launch: over_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: over_number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: over_tile [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: over_enumerate [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: over_list [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def over_tuple(x, y, n, N: ct.Constant[int]):
    for i in (1, 2, 3):
        ct.store(y, (i,), ct.load(x, (i,), (N,)))


@ct.kernel
def over_number(x, y, n, N: ct.Constant[int]):
    for i in n:
        pass


@ct.kernel
def over_tile(x, y, n, N: ct.Constant[int]):
    for t in ct.load(x, (0,), (N,)):
        pass


@ct.kernel
def over_enumerate(x, y, n, N: ct.Constant[int]):
    for i, k in enumerate((1, 2)):
        pass


@ct.kernel
def over_list(x, y, n, N: ct.Constant[int]):
    for i in [1, 2]:
        pass
