"""Operators and the functions of cuda.tile behind them."""
# launch: scalars [{"t":"float32", "shape":[512]}, {"i":24}, {"f":0.5}, {"t":"float32", "shape":[512]}]
# launch: scalars [{"t":"bfloat16", "shape":[512]}, {"i":5000000000}, {"f":2.5}, {"t":"float32", "shape":[512]}]
import cuda.tile as ct


@ct.kernel
def scalars(x, n, f, out):
    i = ct.bid(0) + ct.bid(1) * ct.num_blocks(0)
    j = (i * 2 + n) % 7 // 3
    k = ct.int64(j) + 1
    g = f * 0.5 + j
    h = ct.assume_divisible_by(n, 8) + j
    v = ct.load(x, i, ()) * g + k + h
    ct.store(out, j, v)
