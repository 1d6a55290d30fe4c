"""Exceptions of the compiler, caught by host code and not met in kernels."""
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: raised [{"t":"float32", "shape":[64]}, {"i":16}]
# launch: as_values [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import (StaticException, TileCompilerExecutionError, TileCompilerTimeoutError, TileError,
                       TileInternalError, TileRecursionError, TileStaticAssertionError, TileStaticEvalError,
                       TileSyntaxError, TileTypeError, TileUnsupportedFeatureError, TileValueError)

Const = ct.Constant[int]
COMPILER = (TileCompilerExecutionError, TileCompilerTimeoutError, TileInternalError)
STATIC = (StaticException, TileStaticAssertionError, TileStaticEvalError, TileRecursionError)
SOURCE = (TileSyntaxError, TileTypeError, TileUnsupportedFeatureError, TileValueError)


@ct.kernel
def scaled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * 2)


@ct.kernel
def raised(x, N: Const):
    raise ct.static_exception(TileTypeError("no"))


@ct.kernel
def as_values(x, N: Const):
    e = ct.TileError
    ct.store(x, (0,), 1.0)


def run(stream, x):
    try:
        ct.launch(stream, (1,), scaled, (x, 16))
    except (*COMPILER, *STATIC, *SOURCE, TileError) as error:
        return str(error)
