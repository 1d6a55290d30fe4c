"""`cuda.tile.__version__`, asked for by the file."""
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]
NEW = tuple(int(n) for n in ct.__version__.split(".")[:2]) >= (1, 0)


@ct.kernel
def scaled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * 2)
