"""Parameters of all kinds, and what annotations say about them."""
# launch: wide [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"t":"float32", "shape":[512]}, {"i":16}]
from typing import Annotated
import cuda.tile as ct

Const = ct.Constant[int]
Wide = Annotated[ct.Array, ct.ArrayAnnotation(index_dtype=ct.int64)]


@ct.kernel
def wide(x: ct.IndexedWithInt64, y: Wide, n: ct.ScalarInt64, out, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        acc = acc + ct.load(x, (i,), (N,)) + ct.gather(y, ct.arange(N, dtype=ct.int32) + ct.bid(0))
    ct.store(out, (n,), acc)
