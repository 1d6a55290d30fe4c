"""Operators and the functions of cuda.tile behind them."""
# launch: constants [{"t":"float32", "shape":[64]}, {"i":8}, {"f":0.3}]
# launch: constants [{"t":"float32", "shape":[64]}, {"i":2}, {"f":-1.0}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constants(out, N: Const, S: ct.Constant[float]):
    a = (N * 3 + 1) // 2 - N % 5
    b = 2.0 ** 3 + S * N
    c = min(a, N) if N > 4 else -a
    t = ct.full((N,), b, ct.float32) + c + (1 << 3) + (not N)
    t = t + max(1.5, S) + abs(-3) + float(N) + int(S)
    ct.store(out, (0,), t)
