"""options of load"""
# launch: latency [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: latency_zero [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: latency_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: allow_tma [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: padding [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: padding_name [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: memory_order [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: check_bounds [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def latency(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), latency=11)


@ct.kernel
def latency_zero(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), latency=0)


@ct.kernel
def latency_run_time(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), latency=n)


@ct.kernel
def allow_tma(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), allow_tma=3)


@ct.kernel
def padding(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), padding_mode=3)


@ct.kernel
def padding_name(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), padding_mode="ONE")


@ct.kernel
def memory_order(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), memory_order=ct.MemoryOrder.RELEASE)


@ct.kernel
def check_bounds(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), check_bounds=n)
