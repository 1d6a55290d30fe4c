"""Methods, properties, class constants and static methods of dataclasses."""
from dataclasses import dataclass

import cuda.tile as ct

# launch: methods [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@dataclass(frozen=True)
class Affine:
    scale: object
    shift: object
    LIMIT = 3.0

    def __call__(self, t):
        return t * self.scale + self.shift

    def then(self, other):
        return Affine(self.scale * other.scale, self.shift * other.scale + other.shift)

    @property
    def doubled(self):
        return self.scale * 2

    def bounded(self, t, low=0.0, *, high=LIMIT):
        return ct.maximum(ct.minimum(t, high), low)


@ct.kernel
def methods(x, y, n, N: ct.Constant[int]):
    f = Affine(2.0, n)
    g = f.then(Affine(n, 1.0))
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), f(a))
    ct.store(y, (1,), g(a) + f.doubled)
    ct.store(y, (2,), f.bounded(a) + f.bounded(a, 1.0, high=f.LIMIT))
    apply = f.then
    ct.store(y, (3,), apply(f)(a))
