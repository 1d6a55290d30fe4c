"""print with other options"""
# launch: file [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: separator [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: unknown [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def file(x, y, n, N: ct.Constant[int]):
    print(n, file=None)


@ct.kernel
def separator(x, y, n, N: ct.Constant[int]):
    print(n, n, sep=3)


@ct.kernel
def unknown(x, y, n, N: ct.Constant[int]):
    print(n, colour="red")
