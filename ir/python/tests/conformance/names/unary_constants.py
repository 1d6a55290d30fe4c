"""Functions of one operand."""
# launch: constants [{"t":"float32", "shape":[64]}, {"i":16}, {"f":0.75}]
import cuda.tile as ct

Const = ct.Constant[int]


@ct.kernel
def constants(out, N: Const, S: ct.Constant[float]):
    r = ct.exp(S) + ct.sqrt(4.0) + ct.log2(8) + ct.floor(2.5) + ct.abs(-S) + ct.sin(0.0) + ct.isnan(S)
    ct.store(out, (0,), ct.full((N,), r, ct.float32))
