"""static_iter: ranges, tuples, zip, enumerate, nested, with jumps around it."""
import cuda.tile as ct

# launch: ranges [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: sequences [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: around [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
TABLE = (1.0, 2.0, 4.0)
NAMES = ("a", "b")
STEPS = {"a": 2, "b": 3}


@ct.kernel
def ranges(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in ct.static_iter(range(4)):
        a = a + i * n
    for i in ct.static_iter(range(5, 0, -2)):
        a = a * i
    for i in ct.static_iter(reversed(range(3))):
        a = a - i
    for i in ct.static_iter(range(0)):
        a = undefined_name
    for i in ct.static_iter([N, N // 2]):
        a = a / i
    ct.store(y, (0,), a)


@ct.kernel
def sequences(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i, s in ct.static_iter(enumerate(TABLE)):
        a = a * s + i
    for s, (k, t) in ct.static_iter(zip(TABLE, ((1, a), (n, a)))):
        a = a + t * s + k
    for name in ct.static_iter(NAMES):
        if name == "b":
            a = a * 2
    for name in ct.static_iter(sorted(STEPS)):
        a = a + ct.static_eval(STEPS[name])
    for s in ct.static_iter(x * 2 for x in TABLE if x > 1):
        a = a + s
    for row in ct.static_iter(((1, 2), (3, 4))):
        for value in ct.static_iter(row):
            a = a + value
    ct.store(y, (0,), a)


@ct.kernel
def around(x, y, n, N: ct.Constant[int]):
    a = ct.load(x, (0,), (N,))
    for i in range(n):
        for s in ct.static_iter(TABLE):
            if i > s:
                a = a + s
        if i > 5:
            break
    for s in ct.static_iter(TABLE):
        for i in range(n):
            if i > 2:
                break
            a = a * s
    ct.store(y, (0,), a)
