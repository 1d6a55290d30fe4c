"""axes that do not exist"""
# launch: sum_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: expanded [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: permuted_twice [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: permuted_short [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: transposed [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: cat_axis [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bid [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bid_run_time [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: num_blocks [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: order [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: order_name [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def sum_(x, y, n, N: ct.Constant[int]):
    a = ct.sum(ct.load(x, (0,), (N,)), 1)


@ct.kernel
def expanded(x, y, n, N: ct.Constant[int]):
    a = ct.expand_dims(ct.load(x, (0,), (N,)), 5)


@ct.kernel
def permuted_twice(x, y, n, N: ct.Constant[int]):
    a = ct.permute(ct.zeros((4, 8), ct.float32), (0, 0))


@ct.kernel
def permuted_short(x, y, n, N: ct.Constant[int]):
    a = ct.permute(ct.zeros((4, 8), ct.float32), (0,))


@ct.kernel
def transposed(x, y, n, N: ct.Constant[int]):
    a = ct.transpose(ct.zeros((4,), ct.float32))


@ct.kernel
def cat_axis(x, y, n, N: ct.Constant[int]):
    a = ct.cat((ct.zeros((4,), ct.float32), ct.zeros((4,), ct.float32)), 1)


@ct.kernel
def bid(x, y, n, N: ct.Constant[int]):
    a = ct.bid(3)


@ct.kernel
def bid_run_time(x, y, n, N: ct.Constant[int]):
    a = ct.bid(n)


@ct.kernel
def num_blocks(x, y, n, N: ct.Constant[int]):
    a = ct.num_blocks(-1)


@ct.kernel
def order(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), order=(1,))


@ct.kernel
def order_name(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,), order="K")
