"""Files that import `cuda.tile.compilation` and `cuda.tile.tune` for their host code."""
# launch: scaled [{"t":"float32", "shape":[64]}, {"i":16}]
import cuda.tile as ct
from cuda.tile import compilation, tune
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel

Const = ct.Constant[int]


@ct.kernel
def scaled(x, N: Const):
    ct.store(x, (0,), ct.load(x, (0,), (N,)) * 2)


def export(path):
    facts = ArrayConstraint(ct.float32, 1, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                            may_alias_internally=False)
    signature = KernelSignature([facts, compilation.ConstantConstraint(16)], CallingConvention.cutile_python_v2())
    export_kernel(scaled, [signature], path, gpu_code="sm_90", output_format="tileir_bytecode")


def best(stream, x, sizes):
    return tune.exhaustive_search(sizes, stream, lambda c: (1,), scaled, lambda c: (x, c))
