"""Conversions between all pairs of data types, function and method."""
# launch: conversions [{"t":"float32", "shape":[64]}]
# launch: restricted [{"t":"float32", "shape":[64]}]
# launch: methods [{"t":"float32", "shape":[64]}, {"t":"int32", "shape":[64]}, {"f":2.5}, {"i":16}]
# launch: rounding_of_integers [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]
NUMBERS = (ct.bool_, ct.int8, ct.int16, ct.int32, ct.int64, ct.uint8, ct.uint16, ct.uint32, ct.uint64, ct.float16,
           ct.bfloat16, ct.float32, ct.float64)


@ct.kernel
def conversions(x):
    a = ct.load(x, (0,), (4,))
    for source in ct.static_iter(NUMBERS):
        b = a.astype(source)
        for target in ct.static_iter(NUMBERS):
            ct.store(x, (0,), b.astype(target).astype(ct.float32))


@ct.kernel
def restricted(x):
    a = ct.load(x, (0,), (4,))
    for source in ct.static_iter(NUMBERS[9:]):
        for target in ct.static_iter((ct.float8_e4m3fn, ct.float8_e5m2, ct.tfloat32)):
            ct.store(x, (0,), a.astype(source).astype(target).astype(ct.float32))


@ct.kernel
def methods(x, y, s, N: Const):
    a = ct.load(x, (0,), (N,))
    b = ct.astype(a, y.dtype) + ct.astype(s, ct.int32) + ct.astype(3.7, ct.int32) + ct.astype(N, ct.int32)
    ct.store(y, (0,), b + a.astype(dtype=ct.int32))
    ct.store(x, (0,), a.astype(ct.float16, rounding_mode=RoundingMode.RN).astype(ct.float32, rounding_mode=None))


@ct.kernel
def rounding_of_integers(x, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(x, (0,), a.astype(ct.float32, rounding_mode=RoundingMode.RN).astype(ct.int32))
