"""Work that does not depend on the loop moves out of it."""
# launch: invariants [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def invariants(x, w, y, n: int, T: Int):
    """Work that does not depend on the loop moves out of it."""
    i = ct.bid(0)
    for j in range(n):
        b = ct.load(w, (0,), (T,))
        scale = ct.exp(ct.full((T,), 0.5, ct.float32))
        t = ct.load(x, (j,), (T,))
        ct.store(y, (j,), t * b * scale)
