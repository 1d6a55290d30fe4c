"""Augmented assignment: every operator on names; what it does to types."""
import cuda.tile as ct

# launch: floats [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: integers [{"t":"int32", "shape":[512]}, {"t":"int32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: products [{"t":"float16", "shape":[64,64]}, {"t":"float16", "shape":[64,64]}, {"i":7}, {"i":16}]


@ct.kernel
def floats(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    a += 1
    a -= n
    a *= a
    a /= 2
    a //= 3
    a %= 5
    a **= 2
    k = 3
    k += n
    k *= 2.5
    a += k
    ct.store(y, (0,), a)


@ct.kernel
def integers(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    a += n
    a //= 3
    a %= 7
    a <<= 2
    a >>= 1
    a &= 0xFF
    a |= n
    a ^= 5
    ct.store(y, (0,), a)


@ct.kernel
def products(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0, 0), (N, N))
    a @= ct.load(x, (1, 1), (N, N))
    ct.store(y, (0, 0), a)
