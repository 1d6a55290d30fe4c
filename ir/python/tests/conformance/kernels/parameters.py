"""Parameters of all kinds, and what annotations say about them."""
from typing import Annotated

import cuda.tile as ct

Const = ct.Constant[int]
Wide = Annotated[ct.Array, ct.ArrayAnnotation(index_dtype=ct.int64)]
StaticShape = Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(0, -1))]
StaticStride = Annotated[ct.Array, ct.ArrayAnnotation(static_stride_dims=(0,))]


@ct.kernel
def wide(x: ct.IndexedWithInt64, y: Wide, n: ct.ScalarInt64, out, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        acc = acc + ct.load(x, (i,), (N,)) + ct.gather(y, ct.arange(N, dtype=ct.int32) + ct.bid(0))
    ct.store(out, (n,), acc)


@ct.kernel
def static_extents(x: StaticShape, y: StaticStride, out: StaticShape, N: Const):
    a = ct.full((N,), x.shape[0] * x.shape[1] + y.strides[0], ct.float32)
    for i in range(x.shape[0]):
        a = a + ct.load(x, (i, 0), (1, N)).reshape((N,)) + ct.load(y, (i, 0), (1, N)).reshape((N,))
    ct.store(out, (0, 0), a.reshape((1, N)))


@ct.kernel
def tuples(arrays, scales: tuple[int, float], sizes: Const, out):
    a, b = arrays
    m, f = scales
    N = sizes[0]
    r = ct.load(a, (0,), (N,)) * m + ct.load(b, (0,), (N,)) * f
    for s in ct.static_iter(sizes):
        r = r + s
    ct.store(out, (0,), r)


@ct.kernel
def optional(x, bias: ct.Constant, out, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.float16)
    if bias > 1:
        a = a + bias
    ct.store(out, (0,), a.astype(out.dtype))


@ct.kernel
def alignments(a, b, c, d, N: Const):
    r = ct.load(a, (0, 0), (N, N)) + ct.load(b, (0, 0), (N, N)) + ct.load(c, (0, 0), (N, N))
    ct.store(d, (0, 0), r)


@ct.kernel
def small_floats(x, y, out, N: Const):
    a = ct.load(x, (0,), (N,)).astype(ct.float16)
    b = ct.load(y, (0,), (N,)).astype(ct.float16)
    s = a + b
    ct.store(out, (0,), s.astype(ct.float8_e5m2).astype(ct.bfloat16) + ct.full((N,), 0.3, ct.bfloat16))
    ct.store(x, (0,), s.astype(x.dtype))
    ct.store(y, (1,), ct.full((N,), 1.5, y.dtype))


@ct.kernel
def no_dimensions(x, out):
    v = ct.load(x, (), ())
    ct.store(out, (), v + 1)
    ct.scatter(out, (), ct.gather(x, ()))
