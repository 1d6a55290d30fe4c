"""Loops, branches, jumps, functions."""
import cuda.tile as ct

Const = ct.Constant[int]
SCALE = 3
TABLE = (1, 2, 4)


@ct.kernel
def counted(x, out, n, N: Const):
    acc = ct.zeros((N,), ct.float32)
    total = 0
    for i in range(n):
        acc += ct.load(x, (i,), (N,))
        total += i
    for i in range(2, n, 3):
        total = total - i
    ct.store(out, (0,), acc + total)


@ct.kernel
def early_exit(x, out, n, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        s = ct.sum(t)
        if s < 0:
            continue
        if s > 100:
            acc = acc + 1
            break
        acc = acc + t
    ct.store(out, (0,), acc)


@ct.kernel
def early_return(x, out, n, N: Const):
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if ct.sum(t) > 5:
            ct.store(out, (i,), t)
            return
        while ct.sum(t) < 0:
            t = t + 1
            if ct.max(t) > 7:
                return
    ct.store(out, (0,), ct.zeros((N,), ct.float32))


@ct.kernel
def conditional(x, out, n, N: Const):
    if n > 3:
        a = ct.load(x, (0,), (N,))
        k = n
    elif n == 1:
        a = ct.load(x, (1,), (N,)) * 2
        k = n + 1
    else:
        a = ct.zeros((N,), ct.float32)
        k = 7
    b = a + 1 if k > 5 and n != 2 else a - 1
    if ct.bid(0) == 0 or n < 0:
        ct.store(out, (0,), b)
        return
    ct.store(out, (1,), b + k)


@ct.kernel
def waiting(x, out, n, N: Const):
    i = 0
    a = ct.zeros((N,), ct.float32)
    while i < n:
        t = ct.load(x, (i,), (N,))
        i = i + 1
        if ct.min(t) < 0:
            continue
        a = a + t
        if ct.max(a) > 10:
            break
    while True:
        if i > 100:
            break
        i = i * 2
    ct.store(out, (i,), a)


@ct.kernel
def masked_tail(x, out, n, m, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        t = ct.load(x, (i,), (N,))
        if i >= m:
            t = ct.where(ct.arange(N, dtype=ct.int32) < m, t, 0.0)
        acc = acc + t
    for j in range(n):
        if m > j:
            acc = acc * 2
        else:
            acc = acc + 1
    ct.store(out, (0,), acc)


@ct.kernel
def nested(x, out, n, m, N: Const):
    acc = ct.zeros((N,), ct.float32)
    for i in range(n):
        inner = ct.zeros((N,), ct.float32)
        for j in range(m):
            if j < i:
                inner = inner + ct.load(x, (j,), (N,))
            c = ct.full((N,), 2.0, ct.float32) * m
            inner = inner + c
        acc = acc + inner
        if ct.sum(acc) > 3:
            break
    ct.store(out, (0,), acc)


def helper(a, b=1, *rest, scale=SCALE):
    for r in ct.static_iter(rest):
        a = a + r
    if scale == 3:
        return a * b
    return a - b


def first_positive(x, i, N):
    t = ct.load(x, (i,), (N,))
    if i > 2:
        return t + 1, i
    return t, i * 2


@ct.kernel
def functions(x, out, n, N: Const):
    t, k = first_positive(x, n, N)
    t = helper(t, 2) + helper(t, 3, t, 4.0, scale=1)

    def shifted(v, by=k):
        return v + by + n

    scale = lambda v: shifted(v) * TABLE[2]
    pair = (t, scale(t))
    a, b = pair
    for f in ct.static_iter((helper, shifted)):
        a = f(a, b)
    total = 0
    for i in ct.static_iter(range(3)):
        total += TABLE[i] * n
    ct.store(out, (0,), a + total)


@ct.kernel
def unassigned(x, out, n, N: Const):
    for i in range(n):
        last = ct.load(x, (i,), (N,))
        count = i
    ct.store(out, (0,), ct.zeros((N,), ct.float32))
    if n > 2:
        kept = ct.load(x, (0,), (N,))
        ct.store(out, (1,), kept)


@ct.kernel
def grid(out, N: Const):
    s = ct.bid(0) + ct.bid(1) * ct.num_blocks(0) + ct.bid(2) * ct.num_blocks(1) * ct.num_blocks(2)
    for i in range(s, N, ct.num_blocks(0)):
        ct.store(out, (i,), ct.full((N,), i, ct.int32))
