"""Dataclasses of other modules, derived here."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct
import shapes
from shapes import Box


@dataclass(frozen=True)
class Shifted(Box):
    shift: float = shapes.SHIFT

    def apply(self, t):
        return self.scaled(t) + self.shift + shapes.SHIFT


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    s = Shifted(n)
    ct.store(y, (0,), s.apply(a) + Box(2).scaled(a) + shapes.UNIT.scale)
