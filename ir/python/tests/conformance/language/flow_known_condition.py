"""Conditions known while compiling leave no branch."""
# launch: known_condition [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":0}, {"i":16}]
# launch: known_condition [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":1}, {"i":16}]
import cuda.tile as ct

Int = ct.Constant[int]


@ct.kernel
def known_condition(x, y, FLAG: Int, T: Int):
    """Conditions known while compiling leave no branch."""
    i = ct.bid(0)
    a = ct.load(x, (i,), (T,))
    if FLAG == 0:
        a = ct.exp(a)
    elif FLAG == 1:
        a = ct.sqrt(a)
    if not FLAG:
        a = a + FLAG
    ct.store(y, (i,), a)
