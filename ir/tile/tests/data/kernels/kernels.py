"""Small kernels whose bytecode, with locations, the tests read.

usage: kernels.py OUTDIR [VERSION]      (default 13.3)

Needs the package cuda-tile 1.7.0; no GPU. The bytecode records the path of this
file: run a copy of it in /src. The text beside each file is what `tileirdisasm`
prints for it.
"""
import sys

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint, CallingConvention, ConstantConstraint, KernelSignature, ScalarConstraint, export_kernel,
)

C = ct.Constant[int]


def squared(x):
    return x * x


@ct.kernel
def row_norm(x, out, eps: ct.Constant[float], n: C):
    """One row a block: an inlined helper, a reduction, a reciprocal root."""
    row = ct.bid(0)
    tile = ct.load(x, index=(row, 0), shape=(1, n), padding_mode=ct.PaddingMode.ZERO)
    wide = ct.astype(tile, ct.float32)
    mean = ct.sum(squared(wide), axis=1, keepdims=True) / n
    ct.store(out, index=(row, 0), tile=ct.astype(wide * ct.rsqrt(mean + eps), x.dtype))


@ct.kernel(num_ctas=ct.ByTarget(sm_100=2, default=1), occupancy=ct.ByTarget(sm_90=2, sm_100=4))
def product(a, b, c, tm: C, tn: C, tk: C):
    """A grouped matrix product with a loop over K, and hints by architecture."""
    width = ct.cdiv(c.shape[1], tn)
    i = ct.bid(0) // width
    j = ct.bid(0) % width
    acc = ct.full((tm, tn), 0, dtype=ct.float32)
    for k in range(ct.cdiv(a.shape[1], tk)):
        x = ct.load(a, index=(i, k), shape=(tm, tk), padding_mode=ct.PaddingMode.ZERO, latency=4)
        y = ct.load(b, index=(k, j), shape=(tk, tn), padding_mode=ct.PaddingMode.ZERO)
        acc = ct.mma(x, y, acc)
    ct.store(c, index=(i, j), tile=ct.astype(acc, c.dtype))


@ct.kernel
def histogram(values, counts, limit, n: C):
    """Gathers, an early exit, a loop with a break, atomics, a scan, a print."""
    start = ct.bid(0) * n
    index = start + ct.arange(n, dtype=ct.int32)
    x = ct.gather(values, index)
    total = 0
    step = 0
    while step < 8:
        if total > limit:
            break
        total = total + ct.sum(ct.where(x > step, 1, 0))
        step += 1
    if total == 0:
        return
    ct.atomic_add(counts, ct.where(x < 0, 0, x), 1)
    running = ct.cumsum(x)
    best = ct.argmax(x, axis=0)
    ct.assert_(best >= 0, "no maximum")
    ct.printf("%d", best)
    ct.scatter(values, index, running)


def array(dtype, rank, aligned=True, **rest):
    ones = (None,) * (rank - 1) + (1,)
    return ArrayConstraint(
        dtype, rank, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
        may_alias_internally=False, stride_constant=ones,
        stride_divisible_by=((8 if aligned else 1),) * (rank - 1) + (1,),
        shape_divisible_by=((16 if aligned else 1),) * rank, base_addr_divisible_by=16, **rest)


def signature(constraints, name):
    return KernelSignature(constraints, CallingConvention.cutile_python_v1(), symbol=name)


KERNELS = [
    (row_norm, [array(ct.bfloat16, 2), array(ct.bfloat16, 2), ConstantConstraint(1e-5), ConstantConstraint(256)]),
    (product, [array(ct.float16, 2)] * 3 + [ConstantConstraint(n) for n in (64, 32, 16)]),
    (histogram, [array(ct.int32, 1, False), array(ct.int32, 1, False), ScalarConstraint(ct.int32),
                 ConstantConstraint(128)]),
]

if __name__ == "__main__":
    version = sys.argv[2] if len(sys.argv) > 2 else "13.3"
    for kernel, constraints in KERNELS:
        name = kernel._annotated_function.pyfunc.__name__
        export_kernel(kernel, [signature(constraints, name)], f"{sys.argv[1]}/{name}-{version}.tileirbc",
                      gpu_code="sm_90", output_format="tileir_bytecode", bytecode_version=version)
