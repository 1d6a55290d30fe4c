"""static_assert that holds, with and without a message."""
import cuda.tile as ct

# launch: asserted [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


def checked(t, N):
    ct.static_assert(t.shape == (N,), "the tile has another shape")
    ct.static_assert(t.dtype in (ct.float16, ct.float32))
    return t * 2


@ct.kernel
def asserted(x, y, n, N: ct.Constant[int]):
    ct.static_assert(N % 8 == 0, f"N is {N}")
    ct.static_assert(all(k > 0 for k in (1, 2)) and True)
    a = checked(ct.load(x, (0,), (N,)), N)
    if N > 100:
        raise ct.static_exception(ValueError(f"{N} is too much"))
    ct.store(y, (0,), a)
