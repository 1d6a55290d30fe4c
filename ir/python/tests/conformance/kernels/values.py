"""Values known while compiling, tuples, closures, classes."""

import enum
import math
from dataclasses import dataclass

import cuda.tile as ct

Int = ct.Constant[int]
HALF = 0.5
SHAPE = (16, 32)
LIMIT, STEP = 8, 2
NEG_BIG = -1.0e30


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
def constants(x, y, T: Int, F: ct.Constant[float], B: ct.Constant[bool]):
    """Arithmetic on constants happens while compiling."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T // 2 * 2,))
    k = (T ** 2 - 1) // 3 % 7 + (T << 1) - (T >> 1) | 1
    if B:
        a = a * (F / 3) + HALF
    a = ct.where(a > NEG_BIG, a, float("-inf"))
    ct.store(y, (i,), a * math.pi + k + int(F))


@ct.kernel
def tuples(x, y, T: Int):
    """Tuples are taken apart, sliced, joined and compared."""
    i = ct.bid(0)
    pair = (i, i + 1)
    p, q = pair
    triple = pair + (q * 2,)
    last = triple[-1]
    rest = triple[1:]
    a, (b, c) = 1.0, (2.0, 3.0)
    t = ct.load(x, (p,), (T,))
    if len(rest) == 2 and SHAPE == (16, 32) and T in (8, 16, 32):
        t = t * (a + b) - c
    ct.store(y, (last,), t)


@ct.kernel
def closures(x, y, n: int, T: Int):
    """Nested functions, lambdas, defaults, captured variables."""
    i = ct.bid(0)
    scale = 3.0

    def times(v, by=2.0):
        return v * by * scale

    def make(k):
        return lambda v: v + k

    add = make(n)
    scale = 4.0
    a = ct.load(x, (i,), (T,))
    ct.store(y, (i,), times(a) + times(a, by=5.0) + add(1))


def spread(first, *rest, last=0, **named):
    total = first + last
    for r in ct.static_iter(rest):
        total = total + r
    return total + named.get("extra", 0)


@ct.kernel
def arguments(x, y, n: int, T: Int):
    """Arguments by position, by keyword, spread."""
    i = ct.bid(0)
    args = (n, 2)
    k = spread(i, *args, last=n, extra=1)
    a = ct.load(x, index=(k,), shape=(T,))
    ct.store(y, (i,), tile=a)


@ct.kernel
def static_forms(x, y, T: Int, N: Int):
    """Evaluation while compiling: expressions, assertions, loops, comprehensions."""
    i = ct.bid(0)
    ct.static_assert(N > 0, f"N is {N}")
    half = ct.static_eval(max(T // 2, 1))
    names = ct.static_eval([str(k) for k in range(N)][0] + "x")
    acc = ct.load(x, (i,), (T,))
    for k in ct.static_iter(range(N)):
        acc = acc + k * half
    powers = tuple(k * k for k in ct.static_iter(range(4)) if k % 2 == 1)
    if names == "0x":
        acc = acc + powers[0] + powers[1]
    shape = ct.static_eval(acc.shape)
    ct.store(y, (i,), acc * shape[0])


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


@ct.kernel
def mixed_types(x, h, y, k: int, s: float, T: Int):
    """Promotion of types and constants."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = ct.load(h, (i,), (T,))
    c = a + b
    d = b * 2 + 1
    e = k / 3
    f = k // 3 + k % 3
    g = (a > 0) & (b < 1)
    m = ct.where(g, d, b)
    r = ct.astype(k, ct.float32) * s
    ct.store(y, (i,), c + ct.astype(m, ct.float32) + e + f + r)


@ct.kernel
def integers(p, q, n: int, T: Int):
    """Integer arithmetic, bits and shifts."""
    i = ct.bid(0)
    a = ct.load(p, (i,), (T,))
    b = ct.load(q, (i,), (T,))
    c = (a & b) | (a ^ 3)
    d = (a << 2) >> 1
    e = a // b + a % b - ct.cdiv(a, 4)
    f = min(n, 5) + max(n, 2) + abs(n) + (-n) + (~n)
    ct.store(q, (i,), c + d + e + f)
