"""A bound that is loaded, or a constant."""

import cuda.tile as ct

ConstInt = ct.Constant[int]


@ct.kernel
def window_sum(x, starts, out, WINDOW: ConstInt, TILE: ConstInt):
    row = ct.bid(0)
    start = ct.load(starts, index=(row,), shape=(1,)).item()

    if WINDOW > 0:
        low = ct.maximum(0, start - WINDOW)
        high = start + WINDOW
    else:
        low = 0
        high = start
    high = ct.minimum(high, x.shape[1])

    total = ct.full((1, TILE), 0.0, dtype=ct.float32)
    for j in range(low // TILE, ct.cdiv(high, TILE)):
        total = total + ct.load(x, index=(row, j), shape=(1, TILE))
    ct.store(out, index=(row, 0), tile=total)
