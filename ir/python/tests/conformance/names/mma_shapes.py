"""Batches of products, and shapes that do not fit."""
# launch: batched [{"t":"float16", "shape":[16, 64, 64]}, {"t":"float16", "shape":[64, 64]}, {"t":"float32", "shape":[16, 64, 64]}, {"i":2}, {"i":16}]
# launch: broadcast_batches [{"t":"float16", "shape":[16, 64, 64]}, {"t":"float16", "shape":[1, 64, 64]}, {"t":"float32", "shape":[16, 64, 64]}, {"i":2}, {"i":16}]
# launch: wrong_inner [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: wrong_accumulator [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: one_dimension [{"t":"float16", "shape":[64, 64]}, {"i":16}]
# launch: uneven [{"t":"float16", "shape":[64, 64]}, {"i":4}, {"i":8}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def batched(x, y, z, B: Const, N: Const):
    a = ct.load(x, (0, 0, 0), (B, N, N))
    ct.store(z, (0, 0, 0), ct.mma(a, ct.load(y, (0, 0), (N, N)), ct.zeros((B, N, N), ct.float32)))


@ct.kernel
def broadcast_batches(x, y, z, B: Const, N: Const):
    a = ct.load(x, (0, 0, 0), (B, N, N))
    b = ct.load(y, (0, 0, 0), (1, N, N))
    ct.store(z, (0, 0, 0), ct.mma(a, b, ct.mma(b, a, ct.zeros((B, N, N), ct.float32))))


@ct.kernel
def wrong_inner(x, N: Const):
    a = ct.load(x, (0, 0), (N, 2 * N))
    ct.store(x, (0, 0), ct.mma(a, a, ct.zeros((N, 2 * N), ct.float16)))


@ct.kernel
def wrong_accumulator(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.mma(a, a, ct.zeros((N, 2 * N), ct.float16)))


@ct.kernel
def one_dimension(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    ct.store(x, (0, 0), ct.mma(a, a.extract((0, 0), (1, N)).reshape((N,)), ct.zeros((N,), ct.float16)))


@ct.kernel
def uneven(x, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 0), (A, B))
    b = ct.load(x, (0, 0), (B, C))
    ct.store(x, (0, 0), ct.mma(a, b, ct.zeros((A, C), ct.float16)))
