"""Sum of two vectors of any length."""

import cuda.tile as ct
import torch

# Elements that one block adds: enough for a full memory transaction from every thread.
TILE = 1024


@ct.kernel
def vector_add(a, b, out, TILE: ct.Constant[int]):
    """out[i] = a[i] + b[i]; one tile a block, the last one cut off by the array's end."""
    block = ct.bid(0)
    x = ct.load(a, index=(block,), shape=(TILE,))
    y = ct.load(b, index=(block,), shape=(TILE,))
    ct.store(out, index=(block,), tile=x + y)


def add(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The sum of two contiguous CUDA vectors of the same length and type."""
    if a.shape != b.shape or a.dtype != b.dtype:
        raise ValueError(f"cannot add {a.dtype}{list(a.shape)} and {b.dtype}{list(b.shape)}")
    out = torch.empty_like(a)
    grid = (ct.cdiv(a.numel(), TILE), 1, 1)
    ct.launch(torch.cuda.current_stream(), grid, vector_add, (a, b, out, TILE))
    return out
