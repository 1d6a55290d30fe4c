"""`Constant`: parameters whose values are compiled in."""
# launch: constants [{"t":"float32", "shape":[64]}, {"i":16}, {"f":2.5}, {"b":true}, {"i":0}]
# launch: constants [{"t":"float32", "shape":[64]}, {"i":16}, {"f":3.0}, {"b":false}, {"i":3}]
# launch: any_kind [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: any_kind [{"t":"float32", "shape":[64]}, {"f":2.5}]
# launch: any_kind [{"t":"float32", "shape":[64]}, {"b":true}]
# launch: optional [{"t":"float32", "shape":[64]}, {"none":1}, {"i":16}]
# launch: optional [{"t":"float32", "shape":[64]}, {"i":3}, {"i":16}]
# launch: tuples [{"t":"float32", "shape":[64]}, {"tup":[{"i":16}, {"i":2}]}, {"tup":[{"f":2.5}, {"b":true}]}]
# launch: folded [{"t":"float32", "shape":[64]}, {"i":0}]
# launch: folded [{"t":"float32", "shape":[64]}, {"i":1}]
import cuda.tile as ct
from cuda.tile import Constant


@ct.kernel
def constants(x, N: Constant[int], S: Constant[float], B: Constant[bool], E: ct.Constant):
    a = ct.load(x, (0,), (N,)) * S
    if B:
        a = a + 1
    if E == 0:
        a = a - 1
    ct.store(x, (0,), a)


@ct.kernel
def any_kind(x, v: Constant):
    ct.store(x, (0,), v)


@ct.kernel
def optional(x, v: Constant, N: Constant[int]):
    if v is not None:
        ct.store(x, (0,), ct.full((N,), v, ct.float32))


@ct.kernel
def tuples(x, sizes: Constant[tuple[int, int]], others: Constant):
    a = ct.load(x, (0,), (sizes[0],))
    if others[1]:
        ct.store(x, (sizes[1],), a * others[0])


@ct.kernel
def folded(x, mode: Constant[int]):
    if mode == 0:
        ct.store(x, (0,), 1.0)
    elif mode == 1:
        ct.store(x, (1,), x.shape[5] if mode == 7 else 2.0)
