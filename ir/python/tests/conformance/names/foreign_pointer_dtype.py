"""Types of foreign pointers, as values."""
# launch: as_a_value [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: of_a_tile [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def as_a_value(x, N: Const):
    t = ct.foreign_pointer_dtype(ct.float32)
    p = x.foreign_pointer
    if p.dtype == t and t == ct.foreign_pointer_dtype(pointee_dtype=x.dtype):
        y = ct.Array.from_foreign(p, x.shape, x.strides)
        ct.store(y, (0,), ct.load(x, (0,), (N,)))


@ct.kernel
def of_a_tile(x):
    t = ct.foreign_pointer_dtype(3)
