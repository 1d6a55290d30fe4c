"""Dataclasses and enumerations."""
# launch: classes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":1}, {"i":16}]
import enum
from dataclasses import dataclass
import cuda.tile as ct

Int = ct.Constant[int]


class Mode(enum.IntEnum):
    PLAIN = 0
    SCALED = 1


@dataclass(frozen=True)
class Pair:
    first: int
    second: float = 2.0

    def total(self):
        return self.first + self.second


@ct.kernel
def classes(x, y, MODE: Int, T: Int):
    """Dataclasses and enumerations."""
    i = ct.bid(0)
    pair = Pair(2)
    a = ct.load(x, (i,), (T,))
    if MODE == Mode.SCALED:
        a = a * pair.second
    other = Pair(first=i, second=1.5)
    ct.store(y, (other.first,), a + pair.total())
