"""Accesses through pointers and atomic operations."""
# launch: gathered [{"t":"float32", "shape":[512]}, {"t":"int32", "shape":[64]}, {"t":"float32", "shape":[512]}, {"i":16}]
# launch: gathered [{"t":"int64", "shape":[512]}, {"t":"uint32", "shape":[64]}, {"t":"int64", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def gathered(x, idx, out, N: Const):
    i = ct.load(idx, (ct.bid(0),), (N,))
    r = ct.gather(x, i) + ct.gather(x, i, padding_value=1, latency=2)
    r = r + ct.gather(x, i + 1, mask=i > 3) + ct.gather(x, i, check_bounds=False)
    r = r + ct.gather(x, ct.bid(0))
    ct.scatter(out, i, r)
    ct.scatter(out, i, 0, mask=r > 1, check_bounds=False, latency=3)
