"""Reads and writes of one array, in their order."""

import cuda.tile as ct

ConstInt = ct.Constant[int]


@ct.kernel
def normalise(x, N: ConstInt, TILE: ConstInt):
    row = ct.bid(0)
    columns = ct.arange(TILE, dtype=ct.int32)
    total = ct.full((TILE,), 0.0, dtype=ct.float32)

    for _ in range(2):
        values = ct.gather(x, (row, columns), padding_value=-1.0)
        total = total + ct.exp(ct.astype(values, ct.float32))
        ct.scatter(x, (row, columns), ct.astype(total, x.dtype))
