"""Softmax over the rows of a matrix: one row in one tile, and a persistent form for many rows."""

import cuda.tile as ct
import torch

NEG_INF = float("-inf")

# Blocks that the persistent form launches for each multiprocessor.
BLOCKS_PER_SM = 4


@ct.kernel
def softmax_row(x, out, TILE: ct.Constant[int]):
    """One block a row; the row has to fit in one tile (TILE >= columns).

    Padding with -inf leaves maximum and sum of the real columns as they are, since exp(-inf) is 0.
    """
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, TILE), padding_mode=ct.PaddingMode.NEG_INF)
    logits = tile.astype(ct.float32)

    peak = ct.max(logits, axis=1, keepdims=True)
    numerator = ct.exp(logits - peak)
    denominator = ct.sum(numerator, axis=1, keepdims=True)

    ct.store(out, index=(row, 0), tile=(numerator / denominator).astype(out.dtype))


@ct.kernel(occupancy=2)
def softmax_persistent(x, out, rows: int, TILE: ct.Constant[int]):
    """A fixed number of blocks, each of which walks over rows with the stride of the grid."""
    columns = ct.arange(TILE, dtype=ct.int32)
    for row in range(ct.bid(0), rows, ct.num_blocks(0)):
        # Gathered, so that rows whose length is no multiple of 16 bytes need no special case.
        logits = ct.gather(x, (row, columns), padding_value=NEG_INF).astype(ct.float32)
        shifted = logits - ct.max(logits, axis=0)
        numerator = ct.exp(shifted)
        denominator = ct.sum(numerator, axis=0)
        probabilities = numerator / denominator
        ct.scatter(out, (row, columns), probabilities.astype(out.dtype))


def launch(x: torch.Tensor) -> torch.Tensor:
    """softmax(x, dim=-1) of a CUDA matrix."""
    rows, columns = x.shape
    out = torch.empty_like(x)
    tile = 1 << (columns - 1).bit_length()
    stream = torch.cuda.current_stream()
    blocks = BLOCKS_PER_SM * torch.cuda.get_device_properties(x.device).multi_processor_count
    if rows <= blocks:
        ct.launch(stream, (rows, 1, 1), softmax_row, (x, out, tile))
    else:
        ct.launch(stream, (blocks, 1, 1), softmax_persistent, (x, out, rows, tile))
    return out
