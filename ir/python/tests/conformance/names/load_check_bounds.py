"""Loads and stores that promise to stay inside (13.4 on)."""
# launch: load_check_bounds [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[64, 64]}, {"i":3}, {"i":16}]
# launch: not_constant [{"t":"float32", "shape":[512]}, {"b":true}, {"i":16}]
# launch: large [{"t":"int8", "shape":[3000000000]}, {"i":3}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def load_check_bounds(x, y, i, N: Const):
    a = ct.load(x, (i,), (N,), check_bounds=True) + ct.load(x, (i,), (N,), check_bounds=False)
    b = ct.load(y, (i, 0), (1, N), check_bounds=False)
    ct.store(x, (0,), a + b.reshape((N,)), check_bounds=False)
    ct.store(y, (0, i), b, check_bounds=(N > 3))


@ct.kernel
def not_constant(x, flag, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,), check_bounds=flag))


@ct.kernel
def large(x, i, N: Const):
    a = ct.load(x, (i,), (N,), check_bounds=False) + ct.load(x, (i,), (N,))
    ct.store(x, (i,), a, check_bounds=False)
