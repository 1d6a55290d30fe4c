"""ct.assert_ with other operands"""
# launch: number [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: message [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
# launch: text [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import cuda.tile as ct


@ct.kernel
def number(x, y, n, N: ct.Constant[int]):
    ct.assert_(n)


@ct.kernel
def message(x, y, n, N: ct.Constant[int]):
    ct.assert_(n > 3, 3)


@ct.kernel
def text(x, y, n, N: ct.Constant[int]):
    ct.assert_("text")
