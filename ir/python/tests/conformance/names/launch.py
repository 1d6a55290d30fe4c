"""`launch` and `compiler_timeout` in host code, and why kernels may not call them."""
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: nested [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: called [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def scaled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * 2)


@ct.kernel
def nested(x, N: Const):
    ct.launch(0, (1,), scaled, (x, N))


@ct.kernel
def called(x, N: Const):
    scaled(x, N)


def run(stream, x):
    with ct.compiler_timeout(10.0):
        ct.launch(stream, (ct.cdiv(x.shape[0], 16),), scaled, (x, 16), programmatic_dependent_launch=True)
