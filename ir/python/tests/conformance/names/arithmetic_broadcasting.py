"""Operators and the functions of cuda.tile behind them."""
# launch: broadcasting [{"t":"float32", "shape":[64, 32]}, {"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64, 32]}, {"i":8}, {"i":32}]
# launch: broadcasting [{"t":"int32", "shape":[64, 32], "stride":[64, 2]}, {"t":"int16", "shape":[64]}, {"t":"int32", "shape":[64, 32]}, {"i":2}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def broadcasting(x, y, out, M: Const, N: Const):
    a = ct.load(x, (0, 0), (M, N))
    row = ct.load(y, (0,), (N,))
    col = ct.reshape(ct.load(y, (1,), (M,)), (M, 1))
    r = a + row - col * 2
    r = r + ct.broadcast_to(row, (M, N)) + row[None, :] + col
    ct.store(out, (0, 0), r)
