"""A kernel as libraries have it: counts in bins, by atomic operations and by comparison."""
# launch: atomic [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"i":16}]
# launch: atomic [{"t":"uint8", "shape":[512]}, {"t":"int32", "shape":[256]}, {"i":16}]
# launch: compared [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"i":16}, {"i":64}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def atomic(x, counts, N: Const):
    for i in range(ct.bid(0), ct.num_tiles(x, 0, (N,)), ct.num_blocks(0)):
        ct.atomic_add(counts, ct.load(x, (i,), (N,)), 1, memory_order=ct.MemoryOrder.RELAXED,
                      memory_scope=ct.MemoryScope.DEVICE)


@ct.kernel
def compared(x, counts, N: Const, B: Const):
    bins = ct.arange(B, dtype=ct.int32)[:, None]
    total = ct.zeros((B, N), ct.int32)
    for i in range(ct.num_tiles(x, 0, (N,))):
        total += bins == ct.load(x, (i,), (N,))[None, :]
    ct.store(counts, (0,), ct.sum(total, axis=1))
