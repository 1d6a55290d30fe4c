"""Masks that some launches need, in the last tiles only."""

import cuda.tile as ct

ConstInt = ct.Constant[int]
ConstBool = ct.Constant[bool]


@ct.kernel
def prefix_sums(x, out, TILE: ConstInt, CAUSAL: ConstBool, EVEN: ConstBool):
    row = ct.bid(0)
    columns = x.shape[1]
    offsets = ct.arange(TILE, dtype=ct.int32)
    total = ct.full((TILE,), 0.0, dtype=ct.float32)

    if CAUSAL:
        # Up to the diagonal.
        first_masked = row // TILE
        tiles = min(first_masked + 1, ct.cdiv(columns, TILE))
    else:
        tiles = ct.cdiv(columns, TILE)
        first_masked = columns // TILE

    for j in range(tiles):
        tile = ct.load(x, index=(row, j), shape=(1, TILE)).reshape((TILE,))
        if (CAUSAL or not EVEN) and j >= first_masked:
            at = j * TILE + offsets
            keep = at < columns
            if CAUSAL:
                keep = keep & (at <= row)
            tile = ct.where(keep, tile, 0.0)
        total = total + tile

    ct.store(out, index=(row, 0), tile=total.reshape((1, TILE)))
