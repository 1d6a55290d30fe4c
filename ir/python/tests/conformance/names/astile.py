"""Tiles from scalars and from nested tuples."""
# launch: astile [{"t":"int32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":7}, {"f":2.5}]
# launch: nested [{"t":"int32", "shape":[4, 4]}, {"i":7}]
# launch: uneven [{"t":"int32", "shape":[64]}, {"i":7}]
# launch: of_three [{"t":"int32", "shape":[64]}]
# launch: of_a_tile [{"t":"int32", "shape":[64]}]
import cuda.tile as ct


@ct.kernel
def astile(x, y, n, s):
    ct.store(x, (0,), ct.astile(n, dtype=ct.int32) + ct.astile((1, 2, 3, 4), dtype=ct.int32))
    ct.store(x, (1,), ct.astile((n, 2, n + 1, 4), dtype=ct.int32))
    ct.store(y, (0,), ct.astile((s, 1.5), dtype=ct.float32) + ct.astile((True, 2), dtype=ct.float32))
    ct.store(y, (1,), ct.astile((s,), dtype=ct.float32) + ct.astile(3, dtype=ct.float32))


@ct.kernel
def nested(x, n):
    a = ct.astile(((1, 2), (3, 4)), dtype=ct.int32)
    ct.store(x, (0, 0), a + ct.astile(((n, 2), (3, ct.bid(0))), dtype=ct.int32))


@ct.kernel
def uneven(x, n):
    ct.store(x, (0,), ct.astile(((1, 2), 3), dtype=ct.int32))


@ct.kernel
def of_three(x):
    ct.store(x, (0,), ct.astile((1, 2, 3), dtype=ct.int32))


@ct.kernel
def of_a_tile(x):
    ct.store(x, (0,), ct.astile(ct.load(x, (0,), (4,)), dtype=ct.int32))
