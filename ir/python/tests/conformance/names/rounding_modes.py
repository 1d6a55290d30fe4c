"""`RoundingMode` as a value: chosen, passed on, by name and by value."""
# launch: chosen [{"t":"float32", "shape":[64]}, {"b":true}, {"i":16}]
# launch: chosen [{"t":"float32", "shape":[64]}, {"b":false}, {"i":16}]
# launch: integer_rounding [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: by_text [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import RoundingMode

Const = ct.Constant[int]
DEFAULT = RoundingMode.RN


def add(a, b, mode=DEFAULT):
    return ct.add(a, b, rounding_mode=mode)


@ct.kernel
def chosen(x, down: ct.Constant[bool], N: Const):
    a = ct.load(x, (0,), (N,))
    mode = RoundingMode.RM if down else None
    a = add(a, a, mode) + add(a, 1) + add(a, 2, mode=RoundingMode.RP)
    for m in ct.static_iter((RoundingMode.RZ, ct.RoundingMode.RN)):
        a = ct.mul(a, 3, rounding_mode=m)
    ct.store(x, (0,), a)


@ct.kernel
def integer_rounding(x, N: Const):
    ct.store(x, (0,), add(ct.load(x, (0,), (N,)), 1, RoundingMode.RZI))


@ct.kernel
def by_text(x, N: Const):
    ct.store(x, (0,), add(ct.load(x, (0,), (N,)), 1, "RN"))


@ct.kernel
def unknown(x, N: Const):
    ct.store(x, (0,), add(ct.load(x, (0,), (N,)), 1, RoundingMode.NEAREST))
