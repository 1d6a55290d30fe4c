"""Sizes of one stretched, dimensions put in front."""
# launch: broadcast_to [{"t":"float32", "shape":[64, 64]}, {"t":"float32", "shape":[64]}, {"i":8}, {"f":2.5}]
# launch: impossible [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: fewer_dimensions [{"t":"float32", "shape":[64, 64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def broadcast_to(x, y, N: Const, s):
    a = ct.broadcast_to(ct.load(y, (0,), (N,)), (N, N))
    b = ct.broadcast_to(ct.load(x, (0, 0), (N, 1)), shape=(N, N))
    c = ct.broadcast_to(ct.load(x, (0, 0), (1, 1)), (N, N)) + ct.broadcast_to(s, (N, N)) + ct.broadcast_to(1.0, (N, 1))
    ct.store(x, (0, 0), a + b + c + ct.broadcast_to(a, (N, N)))


@ct.kernel
def impossible(x, N: Const):
    ct.store(x, (0,), ct.broadcast_to(ct.load(x, (0,), (N,)), (2 * N,)))


@ct.kernel
def fewer_dimensions(x, N: Const):
    ct.store(x, (0, 0), ct.broadcast_to(ct.load(x, (0, 0), (1, N)), (N,)))
