"""ranges of other things than integers"""
# launch: float_bound [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: step_zero [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: step_negative [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: four_arguments [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: tile_bound [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: keyword [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def float_bound(x, y, n, N: ct.Constant[int]):
    for i in range(2.5):
        pass


@ct.kernel
def step_zero(x, y, n, N: ct.Constant[int]):
    for i in range(0, n, 0):
        pass


@ct.kernel
def step_negative(x, y, n, N: ct.Constant[int]):
    for i in range(n, 0, -1):
        pass


@ct.kernel
def no_arguments(x, y, n, N: ct.Constant[int]):
    for i in range():
        pass


@ct.kernel
def four_arguments(x, y, n, N: ct.Constant[int]):
    for i in range(1, 2, 3, 4):
        pass


@ct.kernel
def tile_bound(x, y, n, N: ct.Constant[int]):
    for i in range(ct.load(x, (0,), (N,))):
        pass


@ct.kernel
def keyword(x, y, n, N: ct.Constant[int]):
    for i in range(stop=3):
        pass
