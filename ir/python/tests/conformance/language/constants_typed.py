"""Constants with a type of their own, and what they do to a tile's type."""
import cuda.tile as ct

# launch: typed [{"t":"float16", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"int16", "shape":[512]}, {"t":"int64", "shape":[512]}, {"i":7}, {"i":16}]


@ct.kernel
def typed(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.float16(1.5))
    ct.store(y, (1,), (a + ct.float64(1.5)).astype(ct.float32))
    ct.store(y, (2,), a * ct.int64(3))
    ct.store(y, (3,), a * ct.float32(n))
    ct.store(y, (4,), ct.bfloat16(0.1) + ct.float32(0.2))


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.int32(70000))
    ct.store(y, (1,), a + ct.int8(-1))
    ct.store(y, (2,), a * ct.int64(n))
    ct.store(y, (3,), ct.int16(300) + ct.int8(44))
    ct.store(y, (4,), ct.astype(ct.uint8(300) + 0, ct.int64))
