"""pieces that do not fit"""
# launch: cat_shapes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: cat_dtypes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: cat_three [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: cat_no_tuple [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: extract_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: extract_rank [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: broadcast [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: item_of_many [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def cat_shapes(x, y, n, N: ct.Constant[int]):
    a = ct.cat((ct.zeros((4, 2), ct.float32), ct.zeros((4, 4), ct.float32)), 0)


@ct.kernel
def cat_dtypes(x, y, n, N: ct.Constant[int]):
    a = ct.cat((ct.zeros((4,), ct.float32), ct.zeros((4,), ct.int32)), 0)


@ct.kernel
def cat_three(x, y, n, N: ct.Constant[int]):
    t = ct.zeros((4,), ct.float32)
    a = ct.cat((t, t, t), 0)


@ct.kernel
def cat_no_tuple(x, y, n, N: ct.Constant[int]):
    a = ct.cat(ct.zeros((4,), ct.float32), 0)


@ct.kernel
def extract_shape(x, y, n, N: ct.Constant[int]):
    a = ct.extract(ct.zeros((8,), ct.float32), (0,), (16,))


@ct.kernel
def extract_rank(x, y, n, N: ct.Constant[int]):
    a = ct.extract(ct.zeros((8,), ct.float32), (0, 0), (4,))


@ct.kernel
def broadcast(x, y, n, N: ct.Constant[int]):
    a = ct.broadcast_to(ct.zeros((8,), ct.float32), (16,))


@ct.kernel
def item_of_many(x, y, n, N: ct.Constant[int]):
    a = ct.zeros((8,), ct.float32).item()
