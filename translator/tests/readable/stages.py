"""A helper that does one of two things, and is called for both."""

import cuda.tile as ct

ConstInt = ct.Constant[int]


def add_up(x, total, row, STAGE: ConstInt, TILE: ConstInt, COLUMNS: ConstInt):
    """Adds the tiles before the middle (stage 1), or those from it on (stage 2)."""
    middle = ct.cdiv(COLUMNS, TILE) // 2
    if STAGE == 1:
        first = 0
        last = middle
    else:
        first = middle
        last = ct.cdiv(COLUMNS, TILE)
    for j in range(first, last):
        tile = ct.load(x, index=(row, j), shape=(1, TILE), padding_mode=ct.PaddingMode.ZERO)
        total = total + tile
    return total


@ct.kernel
def half_sums(x, out, HALVES: ConstInt, TILE: ConstInt, COLUMNS: ConstInt):
    row = ct.bid(0)
    total = ct.full((1, TILE), 0.0, dtype=ct.float32)

    if HALVES & 1:
        total = add_up(x, total, row, 1, TILE, COLUMNS)
    if HALVES & 2:
        total = add_up(x, total, row, 2, TILE, COLUMNS)

    ct.store(out, index=(row, 0), tile=total)
