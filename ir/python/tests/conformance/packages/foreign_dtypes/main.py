"""Data types and constants of PyTorch and NumPy as values."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import math

import cuda.tile as ct
import torch
from torch import bfloat16

HALF = torch.float16
WIDE = {"half": torch.float16, "full": torch.float32}


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,)).astype(HALF)
    b = a.astype(bfloat16).astype(torch.float32)
    if x.dtype == torch.float32:
        b = b + ct.full((N,), 1.0, torch.float32)
    ct.store(y, (0,), b + math.pi)
    ct.store(y, (1,), b.astype(ct.static_eval(WIDE["full"])))
