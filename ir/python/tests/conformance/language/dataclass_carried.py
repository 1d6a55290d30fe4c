"""Dataclasses carried by loops, chosen by branches, returned by helpers."""
from dataclasses import dataclass

import cuda.tile as ct

# launch: carried [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]


@dataclass(frozen=True)
class State:
    total: object
    highest: object
    count: object = 0


def step(s, t):
    return State(s.total + t, ct.maximum(s.highest, t), s.count + 1)


@ct.kernel
def carried(x, y, n, N: ct.Constant[int]):
    s = State(ct.zeros((N,), ct.float32), ct.full((N,), -float("inf"), ct.float32))
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if ct.sum(t) > 0:
            s = step(s, t)
        else:
            s = State(s.total, s.highest, s.count)
    ct.store(y, (0,), s.total / s.count)
    ct.store(y, (1,), s.highest)
