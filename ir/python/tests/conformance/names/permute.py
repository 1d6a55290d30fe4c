"""Dimensions in another order, function and method."""
# launch: permute [{"t":"float32", "shape":[16, 16, 16]}, {"i":2}, {"i":4}, {"i":8}]
# launch: negative_axes [{"t":"float32", "shape":[16, 16, 16]}, {"i":2}, {"i":4}, {"i":8}]
# launch: repeated [{"t":"float32", "shape":[16, 16, 16]}, {"i":4}]
# launch: too_few [{"t":"float32", "shape":[16, 16, 16]}, {"i":4}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def permute(x, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 0, 0), (A, B, C))
    ct.store(x, (0, 0, 0), ct.permute(a, (2, 0, 1)))
    ct.store(x, (0, 0, 0), a.permute((1, 0, 2)))
    ct.store(x, (0, 0, 0), ct.permute(a, axes=(0, 1, 2)))


@ct.kernel
def negative_axes(x, A: Const, B: Const, C: Const):
    a = ct.load(x, (0, 0, 0), (A, B, C))
    ct.store(x, (0, 0, 0), a.permute(axes=(-1, -3, -2)))


@ct.kernel
def repeated(x, N: Const):
    ct.store(x, (0, 0, 0), ct.permute(ct.load(x, (0, 0, 0), (N, N, N)), (0, 0, 1)))


@ct.kernel
def too_few(x, N: Const):
    ct.store(x, (0, 0, 0), ct.permute(ct.load(x, (0, 0, 0), (N, N, N)), (1, 0)))
