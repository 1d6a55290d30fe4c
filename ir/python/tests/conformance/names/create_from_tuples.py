"""Making tiles and taking them apart."""
# launch: from_tuples [{"i":9}, {"t":"int32", "shape":[4]}]
import cuda.tile as ct


@ct.kernel
def from_tuples(n, out):
    a = ct.astile((1, 2, 3, 4), dtype=ct.int32)
    b = ct.astile(((1.5, 2.0), (3.0, 4.0)), dtype=ct.float16)
    c = ct.astile((n, n + 1, 2, 3), dtype=ct.int32)
    d = ct.astile((True, False, True, True), dtype=ct.bool_)
    r = a + c + d + ct.reshape(b, (4,)).astype(ct.int32) + ct.astile(n, dtype=ct.int32)
    ct.store(out, (0,), r)
