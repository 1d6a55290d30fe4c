"""Bounds that are checked only where they have to be."""

import math

import cuda.tile as ct

ConstInt = ct.Constant[int]


@ct.kernel
def row_max(x, out, N: ConstInt, TILE: ConstInt):
    row = ct.bid(0)
    columns = ct.arange(TILE, dtype=ct.int32)
    is_ragged = TILE != N

    values = ct.gather(x, (row, columns), check_bounds=is_ragged, padding_value=-math.inf)
    largest = ct.max(ct.astype(values, ct.float32), 0, keepdims=True)
    ct.scatter(out, row, ct.astype(largest, out.dtype).item())
