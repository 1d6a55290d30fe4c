"""operands of matrix products"""
# launch: shapes [{"t":"float16", "shape":[64,64]}, {"t":"float16", "shape":[64,64]}, {"i":7}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: vectors [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: accumulator_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: accumulator_dtype [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: no_accumulator [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def shapes(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((16, 8), ct.float16) @ ct.zeros((16, 8), ct.float16)


@ct.kernel
def dtypes(x, y, n, N: ct.Constant[int]):
    a = ct.matmul(ct.zeros((16, 16), ct.float16), ct.zeros((16, 16), ct.float32))


@ct.kernel
def vectors(x, y, n, N: ct.Constant[int]):
    a = ct.matmul(ct.zeros((16,), ct.float16), ct.zeros((16,), ct.float16))


@ct.kernel
def accumulator_shape(x, y, n, N: ct.Constant[int]):
    a = ct.mma(ct.zeros((16, 16), ct.float16), ct.zeros((16, 16), ct.float16), ct.zeros((8, 16), ct.float32))


@ct.kernel
def accumulator_dtype(x, y, n, N: ct.Constant[int]):
    a = ct.mma(ct.zeros((16, 16), ct.float16), ct.zeros((16, 16), ct.float16), ct.zeros((16, 16), ct.int32))


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.mma(ct.zeros((16, 16), ct.int32), ct.zeros((16, 16), ct.int32), ct.zeros((16, 16), ct.int32))


@ct.kernel
def no_accumulator(x, y, n, N: ct.Constant[int]):
    a = ct.mma(ct.zeros((16, 16), ct.float16), ct.zeros((16, 16), ct.float16))


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((16, 16), ct.float16) @ 2
