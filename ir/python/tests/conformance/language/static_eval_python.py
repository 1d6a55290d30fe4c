"""Python inside static_eval: comprehensions, conditions, calls, objects"""
# launch: collections [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: functions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: conditions [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: texts [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
from dataclasses import dataclass

import cuda.tile as ct

WEIGHTS = {"small": [1, 2], "large": [3, 4, 5]}


@dataclass(frozen=True)
class Shape:
    width: int
    height: int = 2

    def area(self):
        return self.width * self.height


def table(n):
    out = {}
    for i in range(n):
        if i % 2:
            continue
        out[i] = [j for j in range(i) if j > 1]
    return out


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@ct.kernel
def collections(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.static_eval(sum(len(v) for v in WEIGHTS.values())))
    ct.store(y, (1,), a + ct.static_eval(max(WEIGHTS["large"]) * min(WEIGHTS["small"])))
    ct.store(y, (2,), a + ct.static_eval(len(table(N)) + table(8)[6][0]))
    ct.store(y, (3,), a + ct.static_eval(sorted(WEIGHTS["large"], reverse=True)[0]))
    ct.store(y, (4,), a + ct.static_eval(len([*WEIGHTS["small"], *WEIGHTS["large"]])))
    ct.store(y, (5,), a + ct.static_eval(dict(a=1, b=2)["b"] + {**{"c": 3}}["c"]))


@ct.kernel
def functions(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.static_eval(gcd(N, 12)))
    ct.store(y, (1,), a + ct.static_eval((lambda k, *r, s=2: k * s + len(r))(N, 1, 2)))
    ct.store(y, (2,), a + ct.static_eval(Shape(N).area() + Shape(width=1, height=3).height))
    ct.store(y, (3,), a + ct.static_eval(list(map(lambda v: v + 1, (1, 2)))[1]))
    ct.store(y, (4,), a + ct.static_eval(any(v > 15 for v in (N, 2)) + all((True, N))))
    ct.store(y, (5,), a + ct.static_eval(abs(-N) + round(2.5) + divmod(N, 5)[1] + pow(2, 5)))


@ct.kernel
def conditions(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.static_eval(1 if x.dtype == ct.float32 else 2))
    ct.store(y, (1,), a + ct.static_eval(N if N in (8, 16) and not N > 100 else 0))
    ct.store(y, (2,), a + ct.static_eval(None or N))
    ct.store(y, (3,), a + ct.static_eval(5 if isinstance(N, int) else 6))
    ct.store(y, (4,), a + ct.static_eval(7 if x.ndim == 1 < N <= 16 else 8))


@ct.kernel
def texts(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    ct.store(y, (0,), a + ct.static_eval(len("a,b,c".split(",")) + len(f"{N}{N!r:>5}")))
    ct.store(y, (1,), a + ct.static_eval(int("0" + str(N)) + float("2.5")))
    ct.store(y, (2,), a + ct.static_eval("abc".index("c") + "ab".count("a")))
    ct.store(y, (3,), a + ct.static_eval(len("x".join(["a", "b"])) + ("b" in "abc") + len("ab" * N)))
