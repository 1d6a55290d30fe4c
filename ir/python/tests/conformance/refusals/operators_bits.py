"""bitwise operators on floats, shifts by floats"""
# launch: and_of_floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shift_of_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: shift_by_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: or_of_float [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: xor_of_kinds [{"t":"int8", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def and_of_floats(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) & 1


@ct.kernel
def shift_of_float(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)) << 2


@ct.kernel
def shift_by_float(x, y, n, N: ct.Constant[int]):
    a = n << 2.0


@ct.kernel
def or_of_float(x, y, n, N: ct.Constant[int]):
    a = n | 2.5


@ct.kernel
def xor_of_kinds(x, y, n, N: ct.Constant[int]):
    a = (ct.load(x, (0,), (N,)) > 0) ^ ct.load(x, (0,), (N,))
