"""Counting tiles, with start and step."""
# launch: arange [{"t":"int32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: dtypes [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: not_a_power_of_two [{"t":"int32", "shape":[64]}]
# launch: not_constant [{"t":"int32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def arange(x, y, n, N: Const):
    a = ct.arange(N, dtype=ct.int32) + ct.arange(N, dtype=x.dtype, start=3)
    a = a + ct.arange(N, dtype=ct.int32, start=n, step=n + 1) + ct.arange(N, step=2, dtype=ct.int32)
    ct.store(x, (0,), a + ct.arange(N, dtype=ct.int32, start=0, step=-1))
    ct.store(y, (0,), ct.arange(N, dtype=ct.float32) + ct.arange(N, dtype=ct.float32, start=0.5, step=0.25))


@ct.kernel
def dtypes(x, n):
    for t in ct.static_iter((ct.int8, ct.int16, ct.int64, ct.uint8, ct.uint16, ct.uint32, ct.uint64, ct.float16,
                             ct.bfloat16, ct.float64)):
        ct.store(x, (0,), ct.arange(4, dtype=t, start=n, step=2).astype(ct.float32))


@ct.kernel
def not_a_power_of_two(x):
    ct.store(x, (0,), ct.arange(12, dtype=ct.int32))


@ct.kernel
def not_constant(x, n):
    ct.store(x, (0,), ct.arange(n, dtype=ct.int32))
