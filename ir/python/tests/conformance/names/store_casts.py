"""Which data types a store converts by itself, pair by pair."""
# launch: store_casts [{"t":"float32", "shape":[512]}, {"i":16}]
# launch: store_casts [{"t":"float64", "shape":[512]}, {"i":16}]
# launch: into_f16 [{"t":"float16", "shape":[512]}, {"i":16}]
# launch: into_bf16 [{"t":"bfloat16", "shape":[512]}, {"i":16}]
# launch: into_i64 [{"t":"int64", "shape":[512]}, {"i":16}]
# launch: into_u64 [{"t":"uint64", "shape":[512]}, {"i":16}]
# launch: into_bool [{"t":"bool", "shape":[512]}, {"i":16}]
# launch: half_into_bfloat [{"t":"bfloat16", "shape":[512]}, {"i":16}]
# launch: int_into_bool [{"t":"bool", "shape":[512]}, {"i":16}]
# launch: into_f8 [{"t":"float8_e4m3fn", "shape":[512]}, {"i":16}]
# launch: f8_into_half [{"t":"float16", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def store_casts(x, N: Const):
    for t in ct.static_iter((ct.bool_, ct.int8, ct.uint16, ct.int32, ct.uint64, ct.float16, ct.bfloat16, ct.float32)):
        ct.store(x, (0,), ct.full((N,), 1, t))


@ct.kernel
def into_f16(x, N: Const):
    for t in ct.static_iter((ct.bool_, ct.int64, ct.uint64, ct.float16)):
        ct.store(x, (0,), ct.full((N,), 1, t))
    ct.store(x, (0,), 1e10)


@ct.kernel
def into_bf16(x, N: Const):
    for t in ct.static_iter((ct.bool_, ct.int64, ct.uint64, ct.bfloat16)):
        ct.store(x, (0,), ct.full((N,), 1, t))


@ct.kernel
def into_i64(x, N: Const):
    for t in ct.static_iter((ct.bool_, ct.int8, ct.int16, ct.int32, ct.int64)):
        ct.store(x, (0,), ct.full((N,), 1, t))


@ct.kernel
def into_u64(x, N: Const):
    for t in ct.static_iter((ct.bool_, ct.uint8, ct.uint16, ct.uint32)):
        ct.store(x, (0,), ct.full((N,), 1, t))


@ct.kernel
def into_bool(x, N: Const):
    ct.store(x, (0,), True)
    ct.store(x, (1,), 1)
    ct.store(x, (2,), ct.full((N,), False, ct.bool_))


@ct.kernel
def half_into_bfloat(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1, ct.float16))


@ct.kernel
def int_into_bool(x, N: Const):
    ct.store(x, (0,), 2)


@ct.kernel
def into_f8(x, N: Const):
    ct.store(x, (0,), 1.5)
    ct.store(x, (0,), 3)


@ct.kernel
def f8_into_half(x, N: Const):
    ct.store(x, (0,), ct.full((N,), 1, ct.float8_e4m3fn))
