#!/usr/bin/env python3
"""Makes the launch record and the official bytecode of the conformance kernels.

usage: make.py [FILE...]    (needs the package cuda-tile; run it with the toolchain's Python)

For each case of CASES it writes a row of launches.jsonl and official/<version>/<id>.tileirbc, or the
id to official/<version>/rejected.txt when the official compiler refuses the launch at that version.
With names of kernel files it remakes the bytecode of those. Places in the sources are left out.
"""
import glob
import json
import os
import re
import sys
import types

import cuda.tile as ct
from cuda.tile import _ir2bytecode
from cuda.tile import compilation as cc

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = ("13.3", "13.4")
# Versions in which a few forms are others: print locks, views beside their uses, missing attributes.
OLD_VERSIONS = ("13.1", "13.2")
OLD_CASES = ("access", "printing", "unary", "matmul", "hints")
ARCHITECTURE = "sm_100"
SHORT = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "f8": "float8_e4m3fn",
         "e8": "float8_e8m0fnu", "e5": "float8_e5m2",
         "i64": "int64", "i32": "int32", "i16": "int16", "i8": "int8", "u64": "uint64", "u32": "uint32",
         "u16": "uint16", "u8": "uint8", "b1": "bool"}

# kernel file: kernel: launches, an argument list each. A tensor is dtype[shape], with @alignment
# and ;strides where they are not those of a fresh contiguous tensor; "c:" marks nothing, the kernel's
# annotations decide which numbers are constants.
CASES = {
    "arithmetic": {
        "integers": ["i32[512] i32[512] i32[512] 16", "i64[500] i64[500] i64[500] 16", "u8[512]@1 u8[512] u8[512] 32"],
        "floats": ["f32[512] f32[512] f32[512] 16", "f16[512] f16[512] f16[512] 16", "f64[511] f64[511]@8 f64[511] 8"],
        "rounding": ["f32[512] f32[512] f32[512] 16"],
        "scalars": ["f32[512] 24 0.5 f32[512]", "bf16[512] 5000000000 2.5 f32[512]"],
        "broadcasting": ["f32[64,32] f32[64] f32[64,32] 8 32", "i32[64,32;64,2] i16[64] i32[64,32] 2 4"],
        "booleans": ["i32[64] i32[64] i32[64] 16"],
        "constants": ["f32[64] 8 0.3", "f32[64] 2 -1.0"],
    },
    "cast": {
        "from_integers": ["i32[64] u64[64] f32[64] 16", "i8[64] u16[64] f32[64] 16"],
        "from_floats": ["f32[64] i32[64] 16", "f16[64] i32[64] 16"],
        "bits": ["f32[64] f32[64] 16"],
        "scalar_conversions": ["7 2.5 f32[4]"],
    },
    "unary": {
        "floats": ["f32[64] f32[64] 16", "bf16[64] bf16[64] 16"],
        "options": ["f32[64] f32[64] 16"],
        "integers": ["i32[64] u8[64] i32[64] 16"],
        "constants": ["f32[64] 16 0.75"],
    },
    "create": {
        "filled": ["9 1.5 f32[64] 16"],
        "from_tuples": ["9 i32[4]"],
        "shapes": ["f32[64,64] f32[64,64] 4 8"],
        "inserted": ["f32[64,64] f32[64,64] 4 8"],
    },
    "matmul": {
        "accumulate": ["f16[512,256] f16[256,512] f16[512,512] 64 64 32",
                       "bf16[500,250]@2 bf16[250,500] f32[500,500] 32 64 16",
                       "f32[512,256] f32[256,512] f32[512,512] 32 32 32"],
        "tensor_float": ["f32[64,64] f32[64,64] f32[64,64] 32"],
        "bytes_": ["i8[64,64] u8[64,64] i32[64,64] 32"],
        "operator": ["f16[64,64] f16[64,64] f16[64,64] 16", "f64[64,64] f64[64,64] f64[64,64] 16"],
        "batched": ["bf16[4,64,64] bf16[64,64] f32[4,64,64] 2 32"],
        "fast": ["f8[64,64] f8[64,64] f32[64,64] 32"],
        "scaled": ["f8[64,64] f8[64,64] e8[64,2] e8[2,64] f32[64,64] 64 2"],
    },
    "reduce": {
        "simple": ["f32[64,64] f32[64,64] 8 16", "i32[64,64] i32[64,64] 8 16"],
        "options": ["f32[64,64] f32[64,64] 8 16"],
        "integers": ["i32[64,64] u16[64,64] i32[64,64] 8 16"],
        "arguments": ["f32[64,64] i32[64,64] i32[64,64] 8 16", "f16[64,64] bf16[64,64] i32[64,64] 8 16"],
        "functions": ["f32[64,64] f32[64,64] f32[64,64] 8 16"],
        "half_used": ["f32[64,64] f32[64,64] f32[64,64] 8 16"],
        "scans": ["f32[64,64] f32[64,64] 8 16"],
    },
    "control": {
        "counted": ["f32[512] f32[64] 7 16"],
        "early_exit": ["f32[512] f32[64] 7 16"],
        "early_return": ["f32[512] f32[64] 7 16"],
        "conditional": ["f32[512] f32[64] 7 16"],
        "waiting": ["f32[512] f32[64] 7 16"],
        "masked_tail": ["f32[512] f32[64] 7 5 16"],
        "nested": ["f32[512] f32[64] 7 5 16"],
        "functions": ["f32[512] f32[64] 7 16"],
        "unassigned": ["f32[512] f32[64] 7 16"],
        "grid": ["i32[512] 16"],
    },
    "access": {
        "padded": ["f32[512,64] f32[512,64] 4 8", "bf16[500,60] bf16[500,60] 4 8"],
        "ordered_axes": ["f32[512,64] f32[64,512] 4 8", "f32[64,1] f32[1,64] 2 1"],
        "orders": ["f32[512] i32[4] f32[512] 16"],
        "in_place": ["f32[512] f32[512] 7 16", "f32[512;0] f32[512] 7 16"],
        "acquiring": ["f32[512] i32[64] f32[512] 7 16"],
        "tiled": ["f32[512,64] f32[512,64] 4 8"],
        "strided": ["f32[512,64] f32[512,64] 4 8"],
        "unchecked": ["f32[512] f32[512] 16", "i8[3000000000] i8[3000000000] 16"],
        "sliced": ["f32[512,64] f32[512,64] 8 32 16"],
        "advanced": ["f32[512,64] i32[64] f32[512,64] 4 8"],
        "arrays_of_a_list": ["(f32[512] f32[512]) f32[512] 16"],
        "attributes": ["f32[512,64] f16[512,64] 16", "i8[3000000000,2] i32[4,2] 2"],
        "chosen": ["f32[512] f32[512] f32[512] 7 16"],
    },
    "pointer": {
        "gathered": ["f32[512] i32[64] f32[512] 16", "i64[512] u32[64] i64[512] 16"],
        "gathered_2d": ["f32[64,32] f32[64,32] 4 8", "bf16[64,30] bf16[64,30] 4 8"],
        "raw": ["f32[512] f32[512] 16"],
        "atomics": ["i32[64] u32[64] f32[64] i32[64] 16", "i64[64] u64[64] f64[64] i64[64] 16"],
        "atomic_memory": ["i32[64] 16"],
        "atomic_views": ["i32[64] f16[64] 3 16", "i32[64] bf16[64] 3 16"],
        "lock": ["i32[1] f32[64] 16"],
        "dependent_launch": ["f32[64] f32[64] 16"],
    },
    "flow": {
        "branch": ["f32[512] f32[512] 7 16"],
        "branch_one_side": ["f32[512] f32[512] 7 16"],
        "known_condition": ["f32[512] f32[512] 0 16", "f32[512] f32[512] 1 16"],
        "nested": ["f32[512] f32[512] 7 16"],
        "break_and_continue": ["f32[512] f32[512] 7 16"],
        "while_loop": ["f32[512] f32[512] 7 16"],
        "early_exit": ["f32[512] f32[512] 7 16"],
        "split": ["f32[512] f32[512] 7 3 16"],
        "helpers": ["f32[512] f32[512] 7 2 16"],
        "chained": ["f32[512] f32[512] 7 9 16"],
        "invariants": ["f32[512] f32[512] f32[512] 7 16"],
        "unused_carry": ["f32[512] f32[512] 7 16"],
    },
    "values": {
        "constants": ["f32[512] f32[512] 16 2.5 1"],
        "tuples": ["f32[512] f32[512] 16"],
        "closures": ["f32[512] f32[512] 3 16"],
        "arguments": ["f32[512] f32[512] 3 16"],
        "static_forms": ["f32[512] f32[512] 16 3"],
        "classes": ["f32[512] f32[512] 1 16"],
        "mixed_types": ["f32[512] f16[512] f32[512] 7 1.5 16"],
        "integers": ["i32[512] i32[512] 7 16"],
    },
    "tiles": {
        "shapes": ["f32[512,64] f32[512,64] 8 16"],
        "reductions": ["f32[512,64] f32[512,64] 8 16"],
        "pair_reduction": ["f32[512,64] f32[512,64] 8 16"],
        "functions": ["f32[512] f32[512] 16"],
        "products": ["f16[512,64] f16[64,512] f16[512,512] 16 16 16"],
        "indirect": ["f32[512] i32[512] f32[512] 100 16"],
        "views": ["f32[512,64] f32[512,64] f32[64,512] 100 16"],
        "output": ["f32[512] 100 16"],
    },
    "ordering": {
        "read_modify_write": ["f32[512] f32[512] 7 16"],
        "conditional_store": ["f32[512] f32[512] 7 16"],
        "acquire_release": ["f32[512] i32[512] f32[512] 7 16"],
        "parallel_stores": ["f32[512] f32[512] f32[512] 7 16"],
        "fused": ["f32[512] f32[512] 16"],
    },
    "contexts": {
        "locked": ["i32[1] f32[64] 16"],
        "yielding": ["f32[512] f32[512] 7 16"],
        "left_early": ["f32[512] i32[1] f32[512] 7 16"],
    },
    "parameters": {
        "wide": ["f32[512] f32[512] 7 f32[512] 16"],
        "static_extents": ["f32[8,64] f32[8,64] f32[8,64] 16", "f32[1,48] f32[1,48;64,1] f32[1,48] 16"],
        "tuples": ["<f32[512] f16[512]> <3 2.5> <16 4> f32[512]"],
        "optional": ["f32[512] 3 f32[512] 16", "f32[512] 0.5 f32[512] 16"],
        "alignments": ["f32[64,64]@4 f32[64,60;60,1]@8 f32[64,64;128,1] f32[64,64;1,64] 16",
                       "f32[1,64] f32[64,1] f32[64,64;0,1] f32[60,60;61,1] 16",
                       "f32[0,64] f32[16,16;0,0] f32[64,64;2,128] f32[64,64;4000000000,1] 16"],
        "small_floats": ["f8[512] e5[512] bf16[512] 16"],
        "no_dimensions": ["f32[] f32[]"],
    },
    "printing": {
        "printed": ["f32[64] 7 2.5 16"],
        "asserted": ["f32[64] 7 16"],
    },
    "hints": {
        "plain": ["f32[64] 16"],
        "by_target": ["f32[64] 16"],
        "warps": ["f32[64] 16"],
    },
}

TENSOR = re.compile(r"(\w+)\[([\d,]*)(?:;([\d,]*))?\](?:@(\d+))?")


def parse_argument(text):
    if m := TENSOR.fullmatch(text):
        dtype, shape, stride, align = m.groups()
        shape = [int(n) for n in shape.split(",") if n]
        if stride is None:
            strides, step = [], 1
            for n in reversed(shape):
                strides.insert(0, step)
                step *= n
        else:
            strides = [int(n) for n in stride.split(",")]
        return {"t": SHORT[dtype], "shape": shape, "stride": strides, "align": int(align or 256)}
    if re.fullmatch(r"-?\d+", text):
        return {"i": int(text)}
    return {"f": float(text)}


def parse_arguments(text):
    """Arguments, `(...)` around a list and `<...>` around a tuple."""
    args, inner = [], None
    for word in text.split():
        if word[0] in "(<":
            inner, word = [], word[1:]
        closing = word[-1] if word[-1] in ")>" else None
        arg = parse_argument(word.rstrip(")>"))
        (args if inner is None else inner).append(arg)
        if closing:
            args.append({"l" if closing == ")" else "tup": inner})
            inner = None
    return args


def tensor_constraint(arg, annotation):
    dtype = getattr(ct, {"bool": "bool_"}.get(arg["t"], arg["t"]))
    shape, stride = arg["shape"], arg["stride"]
    rank = len(shape)
    per_16_bytes = 128 // dtype.bitwidth
    wide = any(n >= 2 ** 31 for n in shape + stride) or sum((n - 1) * s for n, s in zip(shape, stride)) >= 2 ** 31
    index_dtype, static_shape, static_stride = ct.int64 if wide else ct.int32, (), None
    if annotation is not None:
        index_dtype = annotation.index_dtype
        static_shape = [d % rank for d in annotation.static_shape_dims]
        static_stride = [d % rank for d in annotation.static_stride_dims] or None
    reach, overlap = 1, False
    for n, s in sorted(zip(shape, stride), key=lambda d: d[1]):
        if n > 1:
            overlap |= s < reach
            reach += (n - 1) * s
    fixed = [s if (s == 1 if static_stride is None else d in static_stride) else None for d, s in enumerate(stride)]
    return cc.ArrayConstraint(
        dtype, rank, index_dtype=index_dtype, stride_lower_bound_incl=0,
        alias_groups=(), may_alias_internally=overlap,
        shape_constant=[n if d in static_shape else None for d, n in enumerate(shape)],
        stride_constant=fixed,
        stride_divisible_by=[per_16_bytes if f is None and s * dtype.bitwidth % 128 == 0 else 1
                             for s, f in zip(stride, fixed)],
        shape_divisible_by=[16 if n % 16 == 0 and n and d not in static_shape else 1 for d, n in enumerate(shape)],
        base_addr_divisible_by=min(16, arg["align"]))


def constraint(arg, node):
    match arg:
        case {"t": _}:
            return tensor_constraint(arg, getattr(node, "array", None))
        case {"l": items}:
            return cc.ListConstraint(tensor_constraint(items[0], None), alias_groups=(), elements_may_alias=False)
        case {"tup": items}:
            nodes = [getattr(node, "each", node)] * len(items)
            if node.KIND == "heterogeneous_tuple":
                nodes = node.items
            return cc.TupleConstraint([constraint(i, n) for i, n in zip(items, nodes, strict=True)])
        case {"i": value} | {"f": value} if node.constant:
            return cc.ConstantConstraint(value)
        case {"i": value}:
            dtype = ct.int32 if -2 ** 31 <= value < 2 ** 31 else ct.int64
            return cc.ScalarConstraint(node.scalar.dtype if node.scalar else dtype)
        case {"f": _}:
            return cc.ScalarConstraint(ct.float32)


class NoPlaces(_ir2bytecode.DebugAttrMap):
    """Files and lines depend on where the sources lie."""

    def __init__(self, table, symbol, anonymize):
        super().__init__(table, symbol, True)


def load(file):
    module = types.ModuleType(file)
    path = f"kernels/{file}.py"
    sys.modules[file] = module
    exec(compile(open(path).read(), path, "exec"), module.__dict__)
    return module


def cases(file, module):
    """Identifier, kernel and arguments of each launch."""
    for name, launches in CASES[file].items():
        for number, text in enumerate(launches):
            yield f"{file}.{name}.{number}", getattr(module, name), parse_arguments(text)


def compile_at(version, case, kernel, args):
    annotations = kernel._annotated_function.parameter_annotations
    constraints = [constraint(a, n) for a, n in zip(args, annotations, strict=True)]
    convention = cc.CallingConvention.cutile_python_v2()
    signature = cc.KernelSignature(constraints, convention, symbol=case.split(".")[1])
    cc.export_kernel(kernel, [signature], f"official/{version}/{case}.tileirbc", gpu_code=ARCHITECTURE,
                     output_format="tileir_bytecode", bytecode_version=version)


def update_rejected(version, files, found):
    """Replaces the rejected cases of some files."""
    path = f"official/{version}/rejected.txt"
    kept = []
    if os.path.exists(path):
        kept = [line for line in open(path).read().split() if line.split(".")[0] not in files]
    with open(path, "w") as out:
        out.writelines(case + "\n" for case in sorted(kept + found))


def main():
    os.chdir(HERE)
    _ir2bytecode.DebugAttrMap = NoPlaces
    files = sys.argv[1:] or list(CASES)
    modules = {file: load(file) for file in CASES}
    with open("launches.jsonl", "w") as out:
        for file in CASES:
            for case, kernel, args in cases(file, modules[file]):
                row = {"file": f"{file}.py", "kernel": case.split(".")[1], "grid": [1, 1, 1], "args": args, "id": case}
                out.write(json.dumps(row) + "\n")
    for version in OLD_VERSIONS + VERSIONS:
        os.makedirs(f"official/{version}", exist_ok=True)
        rejected = []
        for file in files:
            for old in glob.glob(f"official/{version}/{file}.*"):
                os.remove(old)
            if version in OLD_VERSIONS and file not in OLD_CASES:
                continue
            for case, kernel, args in cases(file, modules[file]):
                try:
                    compile_at(version, case, kernel, args)
                except Exception as error:
                    print(f"{case} at {version}: {type(error).__name__}: {str(error).splitlines()[0]}")
                    rejected.append(case)
        update_rejected(version, files, rejected)


main()
