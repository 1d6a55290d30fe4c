"""Latency and use of the tensor memory accelerator, of loads and stores."""
# launch: load_hints [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: too_long [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: too_short [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: not_a_bool [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: not_constant [{"t":"float32", "shape":[512]}, {"i":3}, {"i":16}]
# launch: disabled [{"t":"float32", "shape":[512]}, {"i":16}] occupancy=2
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_hints(x, N: Const):
    a = ct.load(x, (0,), (N,), latency=1, allow_tma=True) + ct.load(x, (1,), (N,), latency=10)
    a = a + ct.load(x, (2,), (N,), allow_tma=False) + ct.load(x, (3,), (N,), latency=None, allow_tma=None)
    ct.store(x, (0,), a, latency=5)
    ct.store(x, (1,), a, allow_tma=True)
    ct.store(x, (2,), a, latency=2, allow_tma=False)


@ct.kernel
def too_long(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), latency=11))


@ct.kernel
def too_short(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)), latency=0)


@ct.kernel
def not_a_bool(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), allow_tma=1))


@ct.kernel
def not_constant(x, n, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), latency=n))


@ct.kernel
def disabled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), latency=3))
