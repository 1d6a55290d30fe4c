"""Loads, stores and views."""
# launch: sliced [{"t":"float32", "shape":[512, 64]}, {"t":"float32", "shape":[512, 64]}, {"i":8}, {"i":32}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def sliced(x, out, start, stop, N: Const):
    s = x.slice(0, start, stop)
    t = x.slice(axis=1, start=0, stop=4)
    acc = ct.zeros((1, N), ct.float32)
    for i in range(s.shape[0]):
        acc = acc + ct.load(s, (i, 0), (1, N)) + ct.load(t, (i, 0), (1, N)) + s.strides[0]
    ct.store(out.slice(0, start, stop), (0, 0), acc)
