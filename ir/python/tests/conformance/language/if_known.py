"""Conditions that are known while compiling: the other branch is not looked at."""
import cuda.tile as ct

# launch: known [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: known [{"t":"float16", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":8}]
USE = False


@ct.kernel
def known(x, y, n, N: ct.Constant[int]):
    if USE:
        a = undefined_name(x)
    else:
        a = ct.load(x, (0,), (N,)).astype(ct.float32)
    if x.dtype == ct.float16:
        b = a + 1
    elif N > 8 and x.ndim == 1:
        b = a + 2
    if not USE:
        kind = "text"
    if kind == "text":
        b = b * 3
    if N:
        b = b - 1
    if 0.0:
        b = b / 0
    if 1:
        ct.store(y, (0,), b)
