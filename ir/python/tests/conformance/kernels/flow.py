"""Control flow: branches, loops, jumps, early returns."""

import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def branch(x, y, n: int, T: Int):
    """Values that differ by branch; one of them unchanged."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = a
    if n > 3:
        a = a + 1.0
        c = a * 2.0
    else:
        c = a - 1.0
    ct.store(y, (i,), a + b * c)


@ct.kernel
def branch_one_side(x, y, n: int, T: Int):
    """A variable assigned in one branch only, and used only there."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    if n > 3 and n < 10:
        d = a * a
        ct.store(y, (i,), d)
    elif n == 2 or i == 0:
        ct.store(y, (i,), a)


@ct.kernel
def known_condition(x, y, FLAG: Int, T: Int):
    """Conditions known while compiling leave no branch."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    if FLAG == 0:
        a = ct.exp(a)
    elif FLAG == 1:
        a = ct.sqrt(a)
    if not FLAG:
        a = a + FLAG
    ct.store(y, (i,), a)


@ct.kernel
def nested(x, y, n: int, T: Int):
    """Loops in loops, with carried values and a range in two parts."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    total = 0
    for j in range(n):
        for k in range(j, n, 2):
            acc = acc + ct.load(x, (j * n + k,), (T,))
            total += k
        total = total + 1
    ct.store(y, (i,), acc * total)


@ct.kernel
def break_and_continue(x, y, n: int, T: Int):
    """Jumps out of a counted loop."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    for j in range(0, n):
        if j == 7:
            break
        t = ct.load(x, (j,), (T,))
        if j % 2 == 0:
            continue
        acc = acc + t
    ct.store(y, (i,), acc)


@ct.kernel
def while_loop(x, y, n: int, T: Int):
    """A loop without a count."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    j = i
    while j < n:
        acc = acc + ct.load(x, (j,), (T,))
        j = j + ct.num_blocks(0)
        if j == 100:
            break
    ct.store(y, (i,), acc)


@ct.kernel
def early_exit(x, y, n: int, T: Int):
    """A kernel that returns early, also from inside a loop."""
    i = ct.bid(0)
    if i >= n:
        return
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j == 5:
            return
        ct.store(y, (j,), t)


@ct.kernel
def split(x, y, n: int, m: int, T: Int):
    """A loop that is split where its counter passes a bound."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j >= m:
            t = t * 2.0
        acc = acc + t
    ct.store(y, (i,), acc)


def pick(a, b, which):
    if which == 0:
        return a
    elif which == 1:
        return b
    return a + b


def first_above(x, limit, n, T):
    for j in range(n):
        t = ct.load(x, (j,), (T,))
        if j > limit:
            return t * 3.0
    return ct.full((T,), -1.0, ct.float32)


@ct.kernel
def helpers(x, y, n: int, W: Int, T: Int):
    """Helpers with early returns, with conditions known and not."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    b = pick(a, a * 2.0, W)
    c = pick(a, b, n)
    d = first_above(x, n, 8, T)
    ct.store(y, (i,), b + c + d)


@ct.kernel
def chained(x, y, n: int, m: int, T: Int):
    """Chained comparisons, conditional expressions, boolean operators as values."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    ok = 0 <= n < m <= 100
    k = n if ok else m
    both = (n > 1 and m > 2) or not ok
    s = 2.0 if both else 0.5
    ct.store(y, (k,), a * s)


@ct.kernel
def invariants(x, w, y, n: int, T: Int):
    """Work that does not depend on the loop moves out of it."""
    i = ct.bid(0)
    for j in range(n):
        b = ct.load(w, (0,), (T,))
        scale = ct.exp(ct.full((T,), 0.5, ct.float32))
        t = ct.load(x, (j,), (T,))
        ct.store(y, (j,), t * b * scale)


@ct.kernel
def unused_carry(x, y, n: int, T: Int):
    """Carried values that nobody reads after the loop, or inside it."""
    i = ct.bid(0)
    acc = ct.zeros((T,), ct.float32)
    dead = ct.ones((T,), ct.float32)
    last = ct.zeros((T,), ct.float32)
    for j in range(n):
        dead = dead * 2.0
        last = ct.load(x, (j,), (T,))
        acc = acc + last
    ct.store(y, (i,), acc)
