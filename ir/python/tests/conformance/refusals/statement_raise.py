"""raise without static_exception"""
# launch: raised [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bare [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: with_cause [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: in_branch [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def raised(x, y, n, N: ct.Constant[int]):
    if n > 3:
        raise ValueError("too much")


@ct.kernel
def bare(x, y, n, N: ct.Constant[int]):
    raise


@ct.kernel
def with_cause(x, y, n, N: ct.Constant[int]):
    raise ct.static_exception(ValueError("a")) from None


@ct.kernel
def in_branch(x, y, n, N: ct.Constant[int]):
    if N > 8:
        raise ct.static_exception(ValueError(f"{N} is too much"))
