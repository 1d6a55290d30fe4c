"""`PaddingMode` as a value: chosen and passed on."""
# launch: chosen [{"t":"float32", "shape":[60]}, {"b":true}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[60]}, {"b":false}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[60]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


def read(x, i, N, mode=PaddingMode.ZERO):
    return ct.load(x, (i,), (N,), padding_mode=mode)


@ct.kernel
def chosen(x, low: ct.Constant[bool], N: Const):
    mode = PaddingMode.NEG_INF if low else PaddingMode.UNDETERMINED
    if mode == PaddingMode.NEG_INF:
        ct.store(x, (0,), read(x, 3, N, mode))
    ct.store(x, (1,), read(x, 3, N) + read(x, 2, N, mode=mode))


@ct.kernel
def unknown(x, N: Const):
    ct.store(x, (0,), read(x, 3, N, PaddingMode.ONE))
