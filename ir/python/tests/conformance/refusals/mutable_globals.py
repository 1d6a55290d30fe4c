"""globals that kernels cannot use"""
# launch: list_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: dict_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: set_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: object_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: bytes_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: complex_ [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: literal_bytes [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: literal_complex [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: list_as_shape [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


class Settings:
    width = 16


LIST = [1, 2]
DICT = {"a": 1}
SET = {1, 2}
SETTINGS = Settings()
BYTES = b"abc"
COMPLEX = 1j


@ct.kernel
def list_(x, y, n, N: ct.Constant[int]):
    a = LIST[0]


@ct.kernel
def dict_(x, y, n, N: ct.Constant[int]):
    a = DICT["a"]


@ct.kernel
def set_(x, y, n, N: ct.Constant[int]):
    a = 1 in SET


@ct.kernel
def object_(x, y, n, N: ct.Constant[int]):
    a = SETTINGS.width


@ct.kernel
def bytes_(x, y, n, N: ct.Constant[int]):
    a = BYTES


@ct.kernel
def complex_(x, y, n, N: ct.Constant[int]):
    a = n * COMPLEX


@ct.kernel
def literal_bytes(x, y, n, N: ct.Constant[int]):
    a = b"abc"


@ct.kernel
def literal_complex(x, y, n, N: ct.Constant[int]):
    a = n * 2j


@ct.kernel
def list_as_shape(x, y, n, N: ct.Constant[int]):
    a = ct.zeros(LIST, ct.float32)
