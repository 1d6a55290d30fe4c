"""`ArrayAnnotation`: index type, sizes and strides that are compiled in."""
# launch: sizes [{"t":"float32", "shape":[8, 64]}, {"t":"float32", "shape":[8, 64], "stride":[128, 1]}, {"i":16}]
# launch: sizes [{"t":"float32", "shape":[1, 48]}, {"t":"float32", "shape":[48, 1]}, {"i":16}]
# launch: strides [{"t":"float32", "shape":[8, 64]}, {"t":"float32", "shape":[8, 64], "stride":[128, 1]}, {"i":16}]
# launch: wide [{"t":"float32", "shape":[64]}, {"t":"float32", "shape":[64]}, {"i":16}]
# launch: all_of_it [{"t":"float32", "shape":[4, 64]}, {"i":16}]
from typing import Annotated

import cuda.tile as ct
from cuda.tile import ArrayAnnotation

Const = ct.Constant[int]
Rows = Annotated[ct.Array, ArrayAnnotation(static_shape_dims=(0,))]


@ct.kernel
def sizes(x: Rows, y: Annotated[ct.Array, ct.ArrayAnnotation(static_shape_dims=(0, -1))], N: Const):
    a = ct.full((1, N), x.shape[0] + y.shape[0] * y.shape[1], ct.float32)
    for i in ct.static_iter(range(x.shape[0])):
        ct.store(x, (i, 0), a + ct.load(y, (i, 0), (1, N)))


@ct.kernel
def strides(x: Annotated[ct.Array, ArrayAnnotation(static_stride_dims=(0,))],
            y: Annotated[ct.Array, ArrayAnnotation(static_stride_dims=(0, 1))], N: Const):
    ct.store(x, (0, 0), ct.load(y, (0, 0), (1, N)) + x.strides[0] + y.strides[1])


@ct.kernel
def wide(x: Annotated[ct.Array, ArrayAnnotation(index_dtype=ct.int64)],
         y: Annotated[ct.Array, ArrayAnnotation(index_dtype=ct.int32)], N: Const):
    ct.store(x, (ct.bid(0),), ct.load(y, (ct.bid(0),), (N,)))
    ct.scatter(x, ct.bid(1), x.shape[0] + y.shape[0])


@ct.kernel
def all_of_it(x: Annotated[ct.Array, ArrayAnnotation(index_dtype=ct.int64, static_shape_dims=(0,),
                                                     static_stride_dims=(-1,))], N: Const):
    for i in range(x.shape[0]):
        ct.store(x, (i, 0), ct.load(x, (0, i), (1, N)))
