"""match"""
# launch: matched [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def matched(x, y, n, N: ct.Constant[int]):
    match N:
        case 16:
            ct.store(y, (0,), ct.load(x, (0,), (N,)))
        case _:
            pass
