"""Two tiles joined along a dimension."""
# launch: cat [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: one [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: three [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: not_a_power_of_two [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: of_two_types [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: none [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def cat(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = ct.load(x, (1, 0), (N, N))
    ct.store(x, (0, 0), ct.cat((a, b), 0))
    ct.store(x, (0, 0), ct.cat((a, b), axis=1))
    ct.store(x, (0, 0), ct.cat((ct.cat((a, b), -1), ct.cat((b, a), -1)), 0))


@ct.kernel
def one(x, N: Const):
    ct.store(x, (0, 0), ct.cat((ct.load(x, (0, 0), (N, N)),), 0))


@ct.kernel
def three(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.cat((a, a, a), 0))


@ct.kernel
def not_a_power_of_two(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.cat((a, ct.cat((a, a), 0)), 0))


@ct.kernel
def of_two_types(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.cat((a, a.astype(ct.float16)), 0))


@ct.kernel
def none(x, N: Const):
    ct.store(x, (0, 0), ct.cat((), 0))
