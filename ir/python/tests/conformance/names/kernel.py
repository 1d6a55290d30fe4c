"""Compiler options of kernels: every option and its limits."""
# launch: none [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: all_options [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: empty [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: with_none [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: replaced [{"t":"float32", "shape":[64]}, {"i":16}] num_ctas=8 occupancy=16
# launch: replaced [{"t":"float32", "shape":[64]}, {"i":16}] num_worker_warps=4 opt_level=0
# launch: computed [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]
CTAS = 1 << 1


def add_one(x, N):
    ct.store(x, (0,), ct.load(x, (0,), (N,), latency=2) + 1)


@ct.kernel
def none(x, N: Const):
    add_one(x, N)


@ct.kernel(num_ctas=4, occupancy=8, opt_level=1, num_worker_warps=8)
def all_options(x, N: Const):
    add_one(x, N)


@ct.kernel()
def empty(x, N: Const):
    add_one(x, N)


@ct.kernel(num_ctas=None, occupancy=None, num_worker_warps=None)
def with_none(x, N: Const):
    add_one(x, N)


@ct.kernel(num_ctas=2, occupancy=4)
def replaced(x, N: Const):
    add_one(x, N)


@ct.kernel(num_ctas=CTAS * 2, occupancy=max(1, 2))
def computed(x, N: Const):
    add_one(x, N)
