"""The type of a tile and a constant: what bends, what widens, what does not fit."""
# launch: bends [{"t":"float32", "shape":[64]}]
# launch: kinds [{"t":"int8", "shape":[64]}]
# launch: division [{"t":"float32", "shape":[64]}]
# launch: too_large [{"t":"int8", "shape":[64]}]
# launch: too_small [{"t":"uint8", "shape":[64]}]
# launch: large_literals [{"t":"int64", "shape":[64]}]
# launch: beyond_64_bits [{"t":"int64", "shape":[64]}]
# launch: in_where [{"t":"int16", "shape":[64]}]
# launch: of_two [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

TYPES = (ct.int8, ct.int16, ct.int32, ct.int64, ct.uint8, ct.uint16, ct.uint32, ct.uint64, ct.float16, ct.bfloat16,
         ct.float32, ct.float64)


@ct.kernel
def bends(x):
    for t in ct.static_iter(TYPES):
        a = ct.load(x, (0,), (4,)).astype(t)
        b = a + 1 - True * a
        ct.store(x, (0,), (b * 2.5).astype(ct.float32))


@ct.kernel
def kinds(x):
    a = ct.load(x, (0,), (4,))
    ct.static_assert((a + 1).dtype == ct.int8 and (a + 1.0).dtype == ct.float32 and (a > 1).dtype == ct.bool_)
    ct.static_assert(((a > 1) + 1).dtype == ct.int32 and (a / 2).dtype == ct.float32 and (a + True).dtype == ct.int8)
    ct.store(x, (0,), a)


@ct.kernel
def division(x):
    for t in ct.static_iter(TYPES):
        a = ct.load(x, (0,), (4,)).astype(t)
        ct.store(x, (0,), (a / 2 + 2 / a + a // 3).astype(ct.float32))


@ct.kernel
def too_large(x):
    ct.store(x, (0,), ct.load(x, (0,), (4,)) + 128)


@ct.kernel
def too_small(x):
    ct.store(x, (0,), ct.load(x, (0,), (4,)) * -1)


@ct.kernel
def large_literals(x):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), a + 9223372036854775807 - 4294967296 + (1 << 40) - 5000000000)


@ct.kernel
def beyond_64_bits(x):
    ct.store(x, (0,), ct.load(x, (0,), (4,)) + (1 << 64))


@ct.kernel
def in_where(x):
    a = ct.load(x, (0,), (4,))
    ct.store(x, (0,), ct.where(a > 3, 1, 2) + ct.where(a > 3, a, 7) + ct.where(True, 3, a))


@ct.kernel
def of_two(x):
    a = ct.where(ct.load(x, (0,), (4,)) > 0, 1, 2.5)
    ct.store(x, (0,), a + max(1, 2.5) + min(3, 2) + (7 // 2) + (7 % 4) + 2 ** 3 + 2 ** -1 + 1 / 4)
