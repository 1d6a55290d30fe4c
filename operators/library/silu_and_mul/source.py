"""Gated activation of a feed-forward layer: silu(gate) * up.

Gate and up projections lie side by side in one matrix, as a fused linear layer leaves them.
"""

import cuda.tile as ct
import torch


def sigmoid(x):
    """Logistic function, built on exp so that it is the same in every precision."""
    return 1.0 / (1.0 + ct.exp(-x))


def silu(x):
    """x * sigmoid(x)"""
    return x * sigmoid(x)


@ct.kernel
def silu_and_mul(
    gate_up,  # (rows, 2 * hidden): gate on the left, up on the right
    out,  # (rows, hidden)
    hidden: ct.Constant[int],
    TILE: ct.Constant[int],
):
    """One block computes TILE columns of one row.

    The up half starts at column `hidden`, which need not be a multiple of a tile. So the columns are
    gathered one by one instead of being loaded as tiles.
    """
    row = ct.bid(0)
    columns = ct.bid(1) * TILE + ct.arange(TILE, dtype=ct.int32)

    # Columns past the gate half would read the up half: they have to be masked, not only bounds-checked.
    inside = columns < hidden
    gate = ct.gather(gate_up, (row, columns), mask=inside, padding_value=0.0)
    up = ct.gather(gate_up, (row, columns + hidden))

    activated = silu(gate.astype(ct.float32)) * up.astype(ct.float32)

    # `out` ends at column `hidden`: the bounds check drops what lies beyond.
    ct.scatter(out, (row, columns), activated.astype(out.dtype))


def launch(gate_up: torch.Tensor) -> torch.Tensor:
    """silu(gate) * up for a (rows, 2 * hidden) CUDA matrix."""
    rows, width = gate_up.shape
    assert width % 2 == 0, "gate and up halves must have the same width"
    hidden = width // 2
    out = torch.empty((rows, hidden), dtype=gate_up.dtype, device=gate_up.device)
    tile = min(1024, 1 << (hidden - 1).bit_length())
    grid = (rows, ct.cdiv(hidden, tile), 1)
    ct.launch(torch.cuda.current_stream(), grid, silu_and_mul, (gate_up, out, hidden, tile))
    return out
