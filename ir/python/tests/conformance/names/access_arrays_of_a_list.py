"""Loads, stores and views."""
# launch: arrays_of_a_list [{"l":[{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}]}, {"t":"float32", "shape":[512]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def arrays_of_a_list(xs, out, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(len(xs)):
        a = xs[i]
        acc = acc + ct.load(a, (ct.bid(0),), (N,)) + a.shape[0]
    ct.store(out, (0,), acc)
