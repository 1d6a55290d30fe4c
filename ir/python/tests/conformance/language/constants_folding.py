"""Arithmetic of constants while compiling, as Python does it."""
import cuda.tile as ct

# launch: folded [{"t":"int64", "shape":[512]}, {"i":16}]
# launch: floats [{"t":"float32", "shape":[512]}, {"i":16}]
SHIFT = 3


@ct.kernel
def folded(y, N: ct.Constant[int]):
    ct.store(y, (0,), ct.full((N,), 7 // 2 - 7 % 3 + -7 // 2 + -7 % 3, ct.int64))
    ct.store(y, (1,), ct.full((N,), 2 ** 10 + (1 << SHIFT) - (1000 >> 3), ct.int64))
    ct.store(y, (2,), ct.full((N,), 6 & 3 | 8 ^ 1, ct.int64))
    ct.store(y, (3,), ct.full((N,), ~5 + +4 - -3, ct.int64))
    ct.store(y, (4,), ct.full((N,), (3 > 2) + (not 1) + True, ct.int64))
    ct.store(y, (5,), ct.full((N,), N * N // (N + 1), ct.int64))
    ct.store(y, (6,), ct.full((N,), 0xFF + 0b101 + 0o17 + 1_000, ct.int64))
    ct.store(y, (7,), ct.full((N,), 5_000_000_000 - 1, ct.int64))


@ct.kernel
def floats(y, N: ct.Constant[int]):
    ct.store(y, (0,), ct.full((N,), 7 / 2 + 1e-3, ct.float32))
    ct.store(y, (1,), ct.full((N,), 2 ** 0.5, ct.float32))
    ct.store(y, (2,), ct.full((N,), 7.5 // 2 + 7.5 % 2, ct.float32))
    ct.store(y, (3,), ct.full((N,), -7.5 // 2 + -7.5 % 2, ct.float32))
    ct.store(y, (4,), ct.full((N,), float("inf"), ct.float32))
    ct.store(y, (5,), ct.full((N,), -float("inf"), ct.float32))
    ct.store(y, (6,), ct.full((N,), 2 ** -1, ct.float32))
    ct.store(y, (7,), ct.full((N,), 1 / N, ct.float32))
