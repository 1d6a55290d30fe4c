"""jumps out of static loops"""
# launch: broken [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: continued [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: returned [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def broken(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(range(3)):
        break


@ct.kernel
def continued(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(range(3)):
        if i == 1:
            continue


@ct.kernel
def returned(x, y, n, N: ct.Constant[int]):
    for i in ct.static_iter(range(3)):
        return
