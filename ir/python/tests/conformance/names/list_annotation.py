"""`ListAnnotation`: facts about the arrays of a list."""
# launch: plain [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"i":16}]
# launch: wide [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"i":16}]
# launch: static_sizes [{"l":[{"t":"float32", "shape":[4, 64]}, {"t":"float32", "shape":[4, 64]}]}, {"i":16}]
# launch: at_run_time [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: passed_on [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: sliced [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"i":16}]
# launch: float_index [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"i":16}]
# launch: iterated [{"l":[{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}]}, {"i":16}]
from typing import Annotated

import cuda.tile as ct

Const = ct.Constant[int]
Wide = Annotated[list, ct.ListAnnotation(element=ct.ArrayAnnotation(index_dtype=ct.int64))]
Static = Annotated[list, ct.ListAnnotation(element=ct.ArrayAnnotation(static_shape_dims=(0,)))]


@ct.kernel
def plain(xs, N: Const):
    ct.store(xs[0], (0,), ct.load(xs[1], (0,), (N,)))


@ct.kernel
def wide(xs: Wide, N: Const):
    for i in range(len(xs)):
        ct.store(xs[i], (i,), ct.load(xs[0], (i,), (N,)))


@ct.kernel
def static_sizes(xs: Static, N: Const):
    a = xs[0]
    ct.store(a, (0, 0), ct.full((1, N), a.shape[0], ct.float32))


@ct.kernel
def at_run_time(xs, out, n, N: Const):
    total = ct.zeros((N,), ct.float32)
    for i in range(n):
        a = xs[(i + 1) % len(xs)]
        total = total + ct.load(a, (0,), (N,)) + a.shape[0] + a.strides[0]
    ct.store(out, (0,), total)
    ct.scatter(xs[ct.bid(0)], ct.arange(N, dtype=ct.int32), 1)


def first(arrays):
    return arrays[0]


@ct.kernel
def passed_on(xs, out, N: Const):
    ys = xs
    ct.store(out, (0,), ct.load(first(ys), (0,), (N,)))


@ct.kernel
def sliced(xs, N: Const):
    ct.store(xs[0:1][0], (0,), 1.0)


@ct.kernel
def float_index(xs, N: Const):
    ct.store(xs[0.5], (0,), 1.0)


@ct.kernel
def iterated(xs, N: Const):
    for x in xs:
        ct.store(x, (0,), 1.0)
