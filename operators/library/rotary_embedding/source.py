"""Rotary position embedding of query or key heads, halves rotated against each other."""

import cuda.tile as ct
import torch

ConstInt = ct.Constant[int]


def rotate(first, second, cos, sin):
    """Both halves of a vector, rotated by the angles whose cosine and sine are given."""
    return first * cos - second * sin, second * cos + first * sin


@ct.kernel
def rotary_embedding(
    x,  # (batch, positions, heads, 2 * HALF)
    cos,  # (positions, HALF)
    sin,  # (positions, HALF)
    out,  # like x
    positions: int,
    HEADS: ConstInt,  # heads, rounded up to a power of two
    HALF: ConstInt,  # half the size of a head
):
    """One block rotates all heads of one token."""
    token = ct.bid(0)
    batch = token // positions
    position = token % positions

    # One angle for each pair of elements, the same for all heads.
    cosine = ct.load(cos, index=(position, 0), shape=(1, HALF)).astype(ct.float32)
    sine = ct.load(sin, index=(position, 0), shape=(1, HALF)).astype(ct.float32)

    shape = (1, 1, HEADS, HALF)
    zero = ct.PaddingMode.ZERO
    first = ct.load(x, index=(batch, position, 0, 0), shape=shape, padding_mode=zero)
    second = ct.load(x, index=(batch, position, 0, 1), shape=shape, padding_mode=zero)
    first = first.reshape((HEADS, HALF)).astype(ct.float32)
    second = second.reshape((HEADS, HALF)).astype(ct.float32)

    low, high = rotate(first, second, cosine, sine)

    low = low.reshape(shape).astype(out.dtype)
    high = high.reshape(shape).astype(out.dtype)
    ct.store(out, index=(batch, position, 0, 0), tile=low)
    ct.store(out, index=(batch, position, 0, 1), tile=high)


def launch(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    """Rotates every head of a (batch, positions, heads, size) CUDA tensor."""
    batch, positions, heads, size = x.shape
    out = torch.empty_like(x)
    padded = 1 << (heads - 1).bit_length()
    grid = (batch * positions, 1, 1)
    arguments = (x, cos, sin, out, positions, padded, size // 2)
    ct.launch(torch.cuda.current_stream(), grid, rotary_embedding, arguments)
    return out
