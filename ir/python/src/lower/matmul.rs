//! mma, matmul, mma_scaled.
