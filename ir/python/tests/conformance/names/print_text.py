"""Text put together before it is printed."""
# launch: joined [{"t":"float32", "shape":[64]}, {"i":7}, {"i":16}]
# launch: repeated [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: multiplied [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: compared [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: formatted_by_method [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: formatted_by_percent [{"t":"float32", "shape":[64]}, {"i":7}]
# launch: upper [{"t":"float32", "shape":[64]}]
import cuda.tile as ct

Const = ct.Constant[int]
NAME = "block"


@ct.kernel
def joined(x, n, N: Const):
    label = NAME + " " + str(N)
    line = label + ": " + str(n) + f" of {N}"
    print(line, repr(label), sep=" | ")
    print(", ".join(("a", "b", str(n))))


@ct.kernel
def repeated(x, n):
    text = f"[{n}]"
    for i in range(n):
        print(text, i)


@ct.kernel
def multiplied(x, N: Const):
    print(ct.static_eval("-" * N), ct.static_eval(f"{N:>5}".strip()))


@ct.kernel
def compared(x, N: Const):
    if NAME == "block" and NAME != "other":
        print(NAME)


@ct.kernel
def formatted_by_method(x, n):
    print("{} {}".format(n, 1))


@ct.kernel
def formatted_by_percent(x, n):
    print("%d" % n)


@ct.kernel
def upper(x):
    print(NAME.upper())
