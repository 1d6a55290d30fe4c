"""Matrix product with a loop over K and a float32 accumulator."""

import cuda.tile as ct
import torch

ConstInt = ct.Constant[int]


@ct.kernel(num_ctas=1)
def matmul(A, B, C, TM: ConstInt, TN: ConstInt, TK: ConstInt):
    """C = A @ B; one block computes a TM x TN tile of C.

    Tiles over the edge are padded with zeros, which add nothing to the product.
    """
    m = ct.bid(0)
    n = ct.bid(1)

    # Tensor cores take float32 as tf32.
    operand = ct.tfloat32 if A.dtype == ct.float32 else A.dtype
    zero = ct.PaddingMode.ZERO

    accumulator = ct.full((TM, TN), 0, dtype=ct.float32)
    for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
        a = ct.load(A, index=(m, k), shape=(TM, TK), padding_mode=zero).astype(operand)
        b = ct.load(B, index=(k, n), shape=(TK, TN), padding_mode=zero).astype(operand)
        accumulator = ct.mma(a, b, accumulator)

    ct.store(C, index=(m, n), tile=ct.astype(accumulator, C.dtype))


def launch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The product of two CUDA matrices of one type."""
    m, k = a.shape
    assert b.shape[0] == k, "inner dimensions differ"
    n = b.shape[1]
    c = torch.empty((m, n), dtype=a.dtype, device=a.device)
    tm, tn, tk = (128, 128, 64) if a.element_size() == 2 else (64, 64, 32)
    grid = (ct.cdiv(m, tm), ct.cdiv(n, tn), 1)
    ct.launch(torch.cuda.current_stream(), grid, matmul, (a, b, c, tm, tn, tk))
    return c
