"""What is read past the end of an array, by padding mode."""
# launch: load_padding [{"t":"float32", "shape":[60]}, {"i":16}]
# launch: load_padding [{"t":"float16", "shape":[60]}, {"i":16}]
# launch: of_integers [{"t":"int32", "shape":[60]}, {"i":16}]
# launch: of_integers [{"t":"uint8", "shape":[60]}, {"i":16}]
# launch: of_booleans [{"t":"bool", "shape":[60]}, {"i":16}]
# launch: by_text [{"t":"float32", "shape":[60]}, {"i":16}]
# launch: by_number [{"t":"float32", "shape":[60]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import PaddingMode

Const = ct.Constant[int]


@ct.kernel
def load_padding(x, N: Const):
    a = ct.load(x, (3,), (N,), padding_mode=PaddingMode.UNDETERMINED)
    for mode in ct.static_iter((PaddingMode.ZERO, PaddingMode.NEG_ZERO, PaddingMode.NAN, PaddingMode.POS_INF,
                                PaddingMode.NEG_INF)):
        a = a + ct.load(x, (3,), (N,), padding_mode=mode)
    ct.store(x, (0,), a)


@ct.kernel
def of_integers(x, N: Const):
    a = ct.load(x, (3,), (N,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(x, (0,), a + ct.load(x, (3,), (N,), padding_mode=ct.PaddingMode.NEG_INF))


@ct.kernel
def of_booleans(x, N: Const):
    ct.store(x, (0,), ct.load(x, (3,), (N,), padding_mode=ct.PaddingMode.ZERO))


@ct.kernel
def by_text(x, N: Const):
    ct.store(x, (0,), ct.load(x, (3,), (N,), padding_mode="zero"))


@ct.kernel
def by_number(x, N: Const):
    ct.store(x, (0,), ct.load(x, (3,), (N,), padding_mode=1))
