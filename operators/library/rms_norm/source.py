"""Root-mean-square normalisation of rows, with a learnt weight."""

import cuda.tile as ct
import torch


@ct.kernel
def rms_norm(
    x,  # (rows, columns)
    weight,  # (columns,)
    out,  # (rows, columns)
    eps: float,
    columns: ct.Constant[int],
    TILE: ct.Constant[int],
):
    """out[r, c] = x[r, c] / sqrt(mean(x[r, :] ** 2) + eps) * weight[c]

    One block a row, in two passes over tiles of the row. The second pass finds the row in the cache.
    """
    row = ct.bid(0)
    tiles = ct.num_tiles(x, axis=1, shape=(1, TILE))

    # Squares are added up tile by tile and reduced once, after the loop.
    squares = ct.full((1, TILE), 0.0, dtype=ct.float32)
    for j in range(tiles):
        part = ct.load(x, index=(row, j), shape=(1, TILE), padding_mode=ct.PaddingMode.ZERO)
        part = part.astype(ct.float32)
        squares = squares + part * part
    mean_square = ct.sum(squares, axis=1, keepdims=True) / columns
    scale = ct.rsqrt(mean_square + eps)

    for j in range(tiles):
        part = ct.load(x, index=(row, j), shape=(1, TILE), padding_mode=ct.PaddingMode.ZERO)
        gain = ct.load(weight, index=(j,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
        gain = ct.reshape(gain, (1, TILE)).astype(ct.float32)
        normalised = part.astype(ct.float32) * scale * gain
        ct.store(out, index=(row, j), tile=normalised.astype(out.dtype))


def launch(x: torch.Tensor, weight: torch.Tensor, eps: float = 1e-6) -> torch.Tensor:
    """Normalises the last dimension of a CUDA tensor."""
    columns = x.shape[-1]
    rows = x.reshape(-1, columns)
    out = torch.empty_like(rows)
    tile = min(2048, 1 << (columns - 1).bit_length())
    arguments = (rows, weight, out, eps, columns, tile)
    ct.launch(torch.cuda.current_stream(), (rows.shape[0],), rms_norm, arguments)
    return out.view_as(x)
