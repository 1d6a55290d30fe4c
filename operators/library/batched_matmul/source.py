"""Batched matrix product whose blocks are numbered in groups, for reuse in the L2 cache."""

import cuda.tile as ct
import torch

ConstInt = ct.Constant[int]

# Rows of tiles that are worked on together.
GROUP = 8


def grouped(block, rows, columns, group: ConstInt):
    """Row and column of a block's tile, when `group` rows of tiles are filled column by column.

    Blocks that run at the same time then share columns of B, and need few rows of A.
    """
    blocks_of_group = group * columns
    first_row = block // blocks_of_group * group
    height = min(rows - first_row, group)
    within = block % blocks_of_group
    return first_row + within % height, within // height


@ct.kernel
def batched_matmul(
    A,  # (batches, M, K)
    B,  # (batches, K, N)
    C,  # (batches, M, N)
    TM: ConstInt,
    TN: ConstInt,
    TK: ConstInt,
):
    """C[i] = A[i] @ B[i]; blocks along axis 0 of the grid, batches along axis 1."""
    batch = ct.bid(1)
    rows = ct.cdiv(A.shape[1], TM)
    columns = ct.cdiv(B.shape[2], TN)
    m, n = grouped(ct.bid(0), rows, columns, GROUP)

    accumulator = ct.zeros((TM, TN), dtype=ct.float32)
    for k in range(ct.cdiv(A.shape[2], TK)):
        a = ct.load(A, (batch, m, k), (1, TM, TK), padding_mode=ct.PaddingMode.ZERO)
        b = ct.load(B, (batch, k, n), (1, TK, TN), padding_mode=ct.PaddingMode.ZERO)
        a = ct.reshape(a, (TM, TK))
        b = ct.reshape(b, (TK, TN))
        accumulator = ct.mma(a, b, accumulator)

    result = ct.reshape(accumulator.astype(C.dtype), (1, TM, TN))
    ct.store(C, (batch, m, n), result)


def launch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """a @ b for three-dimensional CUDA tensors of one type."""
    batches, m, _ = a.shape
    n = b.shape[2]
    c = torch.empty((batches, m, n), dtype=a.dtype, device=a.device)
    tm, tn, tk = 128, 64, 32
    grid = (ct.cdiv(m, tm) * ct.cdiv(n, tn), batches, 1)
    ct.launch(torch.cuda.current_stream(), grid, batched_matmul, (a, b, c, tm, tn, tk))
    return c
