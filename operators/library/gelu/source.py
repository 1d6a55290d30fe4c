"""Gaussian error linear unit, in the two approximations that models are trained with."""

import math

import cuda.tile as ct
import torch

# sqrt(2 / pi), and the cubic coefficient of the tanh approximation.
SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)
CUBIC = 0.044715
# The logistic approximation: x * sigmoid(1.702 * x).
LOGISTIC_SCALE = 1.702

TILE = 2048


def gelu_tanh(x):
    """0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))"""
    inner = SQRT_2_OVER_PI * (x + CUBIC * x * x * x)
    return 0.5 * x * (1.0 + ct.tanh(inner))


def gelu_logistic(x):
    """x / (1 + exp(-1.702 * x))"""
    return x / (1.0 + ct.exp(-LOGISTIC_SCALE * x))


@ct.kernel
def gelu(x, y, TILE: ct.Constant[int], LOGISTIC: ct.Constant[bool]):
    """y = gelu(x) for vectors; computed in float32 whatever the element type."""
    block = ct.bid(0)
    value = ct.load(x, index=(block,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    wide = value.astype(ct.float32)
    if LOGISTIC:
        result = gelu_logistic(wide)
    else:
        result = gelu_tanh(wide)
    ct.store(y, index=(block,), tile=result.astype(y.dtype))


def launch(x: torch.Tensor, approximate: str = "tanh") -> torch.Tensor:
    """gelu of a contiguous CUDA tensor; `approximate` is "tanh" or "logistic"."""
    y = torch.empty_like(x)
    flat_x, flat_y = x.view(-1), y.view(-1)
    grid = (ct.cdiv(flat_x.numel(), TILE),)
    arguments = (flat_x, flat_y, TILE, approximate == "logistic")
    ct.launch(torch.cuda.current_stream(), grid, gelu, arguments)
    return y
