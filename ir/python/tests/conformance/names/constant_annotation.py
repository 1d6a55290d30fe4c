"""`ConstantAnnotation` inside `typing.Annotated`."""
# launch: annotated [{"t":"float32", "shape":[64]}, {"i":16}, {"i":3}]
# launch: in_a_tuple [{"t":"float32", "shape":[64]}, {"tup":[{"i":16}, {"i":3}]}]
# launch: constant_of_annotated [{"t":"float32", "shape":[64]}, {"i":16}]
from typing import Annotated

import cuda.tile as ct

Size = Annotated[int, ct.ConstantAnnotation()]


@ct.kernel
def annotated(x, N: Size, i: Annotated[int, ct.ConstantAnnotation()]):
    ct.store(x, (i,), ct.load(x, (0,), (N,)))


@ct.kernel
def in_a_tuple(x, sizes: tuple[Size, int]):
    ct.store(x, (sizes[1],), ct.load(x, (0,), (sizes[0],)))


@ct.kernel
def constant_of_annotated(x, N: "Annotated[int, ct.ConstantAnnotation()]"):
    ct.store(x, (0,), ct.load(x, (0,), (N,)))
