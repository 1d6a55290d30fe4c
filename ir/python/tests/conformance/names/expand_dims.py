"""New dimensions of size one, by function and by `None`."""
# launch: expand_dims [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: indexed [{"t":"float32", "shape":[64, 64]}, {"i":8}]
# launch: out_of_range [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: by_number [{"t":"float32", "shape":[64]}, {"i":8}]
# launch: too_many [{"t":"float32", "shape":[64]}, {"i":8}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def expand_dims(x, out, N: Const):
    a = ct.load(x, (0,), (N,))
    ct.store(out, (0, 0), ct.expand_dims(a, 0) + ct.expand_dims(a, axis=1) + ct.expand_dims(a, -1))


@ct.kernel
def indexed(x, N: Const):
    a = ct.load(x, (0, 0), (N, N))
    b = a[None] + a[None, :] + a[None, ...] + a[..., None].reshape((1, N, N)) + a[:, None].reshape((1, N, N))
    c = a[None, :, None, :, None] + a[:, :, None, None][None, ...] + a[None][:, None]
    ct.store(x, (0, 0), ct.sum(b, axis=0) + ct.max(c))


@ct.kernel
def out_of_range(x, N: Const):
    ct.store(x, (0,), ct.expand_dims(ct.load(x, (0,), (N,)), 2))


@ct.kernel
def by_number(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,))[0])


@ct.kernel
def too_many(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,))[:, :])
