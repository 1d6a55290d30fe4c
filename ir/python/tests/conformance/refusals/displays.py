"""lists, sets, dictionaries, comprehensions"""
# launch: list_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: set_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dict_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: list_comprehension [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dict_comprehension [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: generator [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: starred [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: walrus [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def list_(x, y, n, N: ct.Constant[int]):
    a = [1, 2]


@ct.kernel
def set_(x, y, n, N: ct.Constant[int]):
    a = {1, 2}


@ct.kernel
def dict_(x, y, n, N: ct.Constant[int]):
    a = {"a": 1}


@ct.kernel
def list_comprehension(x, y, n, N: ct.Constant[int]):
    a = [i for i in range(3)]


@ct.kernel
def dict_comprehension(x, y, n, N: ct.Constant[int]):
    a = {i: i for i in range(3)}


@ct.kernel
def generator(x, y, n, N: ct.Constant[int]):
    a = (i for i in range(3))


@ct.kernel
def starred(x, y, n, N: ct.Constant[int]):
    *a, b = (1, 2, 3)


@ct.kernel
def walrus(x, y, n, N: ct.Constant[int]):
    if (k := n) > 3:
        pass
