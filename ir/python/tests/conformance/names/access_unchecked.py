"""Loads, stores and views."""
# launch: unchecked [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":16}]
# launch: unchecked [{"t":"int8", "shape":[3000000000]}, {"t":"int8", "shape":[3000000000]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def unchecked(x, out, N: Const):
    a = ct.load(x, (ct.bid(0),), (N,), check_bounds=False)
    ct.store(out, (ct.bid(0),), a, check_bounds=False)
