"""Loads, stores and views."""
import cuda.tile as ct
from cuda.tile import MemoryOrder, MemoryScope, PaddingMode

Const = ct.Constant[int]


@ct.kernel
def padded(x, out, M: Const, N: Const):
    i = ct.bid(0)
    r = ct.load(x, (i, 0), (M, N), padding_mode=PaddingMode.ZERO)
    r = r + ct.load(x, index=(i, 1), shape=(M, N), padding_mode=PaddingMode.NEG_INF)
    r = r + ct.load(x, (i, 2), (M, N), padding_mode=PaddingMode.NAN)
    r = r + ct.load(x, (i, 3), (M, N), padding_mode=PaddingMode.NEG_ZERO, latency=3)
    r = r + ct.load(x, (i, 4), (M, N), padding_mode=PaddingMode.POS_INF, allow_tma=False)
    r = r + ct.load(x, (i, 5), (M, N), latency=10, allow_tma=True)
    ct.store(out, (i, 0), r, latency=2, allow_tma=False)


@ct.kernel
def ordered_axes(x, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (N, M), order=(1, 0))
    b = ct.load(x, (0, 0), (N, M), order="F")
    c = ct.load(x, (0, 0), ())
    n = ct.num_tiles(x, 0, (M, N)) + ct.num_tiles(x, axis=-1, shape=(N, M), order="F")
    ct.store(out, (0, 0), a + b + c + n, order="F")
    ct.store(out, (1, n), 1.0)


@ct.kernel
def orders(x, flag, out, N: Const):
    f = ct.load(flag, (0,), (1,), memory_order=MemoryOrder.ACQUIRE, memory_scope=MemoryScope.DEVICE)
    a = ct.load(x, (0,), (N,))
    b = ct.load(x, (1,), (N,), memory_order=MemoryOrder.RELAXED, memory_scope=MemoryScope.SYS)
    ct.store(out, (0,), a + b)
    ct.store(flag, (0,), f + 1, memory_order=MemoryOrder.RELEASE, memory_scope=MemoryScope.DEVICE)


@ct.kernel
def in_place(x, y, n, N: Const):
    for i in range(n):
        a = ct.load(x, (i,), (N,))
        ct.store(y, (i,), a)
        ct.store(x, (i,), a + 1)
    for i in range(n):
        ct.store(y, (i,), ct.load(x, (n - i,), (N,)))
    if n > 2:
        ct.store(y, (0,), ct.load(y, (1,), (N,)))
    else:
        b = ct.load(x, (0,), (N,))
    ct.store(x, (1,), ct.load(y, (2,), (N,)))


@ct.kernel
def acquiring(x, flag, out, n, N: Const):
    for i in range(n):
        if ct.sum(ct.load(flag, (i,), (1,), memory_order="ACQUIRE", memory_scope="DEVICE")) > 0:
            a = ct.load(x, (i,), (N,))
        else:
            a = ct.zeros((N,), ct.float32)
        ct.store(out, (i,), a)
    ct.store(out, (n,), ct.load(x, (n,), (N,)))


@ct.kernel
def tiled(x, out, M: Const, N: Const):
    v = x.tiled_view((M, N), padding_mode=PaddingMode.ZERO)
    w = out.tiled_view((M, N))
    for i in range(v.num_tiles(0)):
        w.store((i, 0), v.load((i, 1), latency=4) * 2)
    ct.store(out, (0, 0), ct.full(v.tile_shape, 1, v.dtype))


@ct.kernel
def strided(x, out, M: Const, N: Const):
    v = x.tiled_view((M, N), traversal_steps=(1, N // 2), padding_mode=PaddingMode.ZERO)
    a = v.load((ct.bid(0), v.num_tiles(1) - 1))
    out.tiled_view((M, N), traversal_steps=(M, 3)).store((0, ct.bid(0)), a)


@ct.kernel
def unchecked(x, out, N: Const):
    a = ct.load(x, (ct.bid(0),), (N,), check_bounds=False)
    ct.store(out, (ct.bid(0),), a, check_bounds=False)


@ct.kernel
def sliced(x, out, start, stop, N: Const):
    s = x.slice(0, start, stop)
    t = x.slice(axis=1, start=0, stop=4)
    acc = ct.zeros((1, N), ct.float32)
    for i in range(s.shape[0]):
        acc = acc + ct.load(s, (i, 0), (1, N)) + ct.load(t, (i, 0), (1, N)) + s.strides[0]
    ct.store(out.slice(0, start, stop), (0, 0), acc)


@ct.kernel
def advanced(x, idx, out, M: Const, N: Const):
    rows = ct.load(idx, (0,), (M,))
    a = ct.load_advanced_indexing(x, (rows, ct.Slice(4, N)), padding_mode=PaddingMode.ZERO)
    ct.store_advanced_indexing(out, (ct.Slice(ct.bid(0), M), ct.arange(N, dtype=ct.int64)), a)


@ct.kernel
def arrays_of_a_list(xs, out, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(len(xs)):
        a = xs[i]
        acc = acc + ct.load(a, (ct.bid(0),), (N,)) + a.shape[0]
    ct.store(out, (0,), acc)


@ct.kernel
def attributes(x, out, N: Const):
    a = ct.load(x, (0, 0), (1, N))
    r = a.astype(out.dtype) + x.shape[0] * x.strides[1] + x.ndim + a.ndim + a.shape[1]
    ct.store(out, (0, 0), r)


def copy(source, target, i, N):
    ct.store(target, (i,), ct.load(source, (i,), (N,)))


@ct.kernel
def chosen(x, y, out, n, N: Const):
    a = x
    for i in range(n):
        copy(a, out, i, N)
        a = y
    copy(a, out, n, N)
