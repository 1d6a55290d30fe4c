"""What the launcher of the official compiler would specialise on, from the arguments of a launch record.

The launcher derives these facts from live tensors and needs a driver for it. The rules below were checked against
it on a GPU for float32, bfloat16, int64 and int8.
"""

import cuda.tile as ct
from cuda.tile.compilation import (
    ArrayConstraint,
    ConstantConstraint,
    ListConstraint,
    ScalarConstraint,
    TupleConstraint,
)

INT32_LIMIT = 2**31
# The launcher looks for 16-byte addresses and strides, and for sizes that are multiples of 16.
BYTES = 16
SIZES = 16


class BadRecord(Exception):
    """A launch record that describes no launch."""


def dtype(name):
    """The compiler's data type of a record's name, such as "float32" or "torch.bool"."""
    short = name.removeprefix("torch.")
    found = getattr(ct, {"bool": "bool_"}.get(short, short), None)
    if not isinstance(found, ct.DType):
        raise BadRecord(f"unknown data type {name!r}")
    return found


def constraint(arg, annotation):
    """The constraint that argument `arg` of a record puts on a parameter with that annotation."""
    match arg:
        case {"t": name, "shape": shape, "stride": stride, "align": align}:
            return array(dtype(name), shape, stride, align, getattr(annotation, "array", None))
        case {"tup": items}:
            return TupleConstraint([constraint(x, item(annotation, i)) for i, x in enumerate(items)])
        case {"l": [{"t": name, "shape": shape, "stride": stride, "align": align}, *_]}:
            inner = getattr(getattr(annotation, "list", None), "element", None)
            element = array(dtype(name), shape, stride, align, inner)
            return ListConstraint(element, alias_groups=(), elements_may_alias=False)
        case {"dtype": name}:
            return ConstantConstraint(dtype(name))
        case {"none": _}:
            return ConstantConstraint(None)
        case {"b": bool(value)}:
            return number(value, ct.bool_, annotation)
        case {"i": int(value)}:
            small = -INT32_LIMIT <= value < INT32_LIMIT
            return number(value, ct.int32 if small else ct.int64, annotation)
        case {"f": int(value) | float(value)}:
            return number(float(value), ct.float32, annotation)
    raise BadRecord(f"not an argument of a launch record: {arg!r}")


def item(annotation, index):
    """The annotation of one item of a tuple parameter."""
    each = getattr(annotation, "each", None)
    items = getattr(annotation, "items", None)
    if each is not None:
        return each
    return items[index] if items is not None and index < len(items) else annotation


def number(value, by_default, annotation):
    if getattr(annotation, "constant", False):
        return ConstantConstraint(value)
    stated = getattr(annotation, "scalar", None)
    return ScalarConstraint(stated.dtype if stated is not None else by_default)


def array(element, shape, stride, align, annotation):
    rank = len(shape)
    if len(stride) != rank:
        raise BadRecord(f"shape {shape} and stride {stride} differ in length")
    static_shape = {d % rank for d in annotation.static_shape_dims} if annotation else set()
    static_stride = {d % rank for d in annotation.static_stride_dims} if annotation else set()
    if not static_stride:
        static_stride = {d for d in range(rank) if stride[d] == 1}
    wide = annotation is not None and annotation.index_dtype == ct.int64
    return ArrayConstraint(
        element,
        rank,
        index_dtype=ct.int64 if wide or needs_int64(shape, stride) else ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=overlaps(shape, stride),
        stride_constant=[stride[d] if d in static_stride else None for d in range(rank)],
        shape_constant=[shape[d] if d in static_shape else None for d in range(rank)] if static_shape else None,
        stride_divisible_by=[
            stride_divisor(stride[d], element.bitwidth) if d not in static_stride else 1 for d in range(rank)
        ],
        shape_divisible_by=[
            SIZES if d not in static_shape and shape[d] and shape[d] % SIZES == 0 else 1 for d in range(rank)
        ],
        base_addr_divisible_by=min(align, BYTES),
    )


def stride_divisor(stride, bits):
    """Elements that fill 16 bytes, where the stride is a multiple of that (a stride of 0 is)."""
    return max(1, BYTES * 8 // bits) if stride * bits % (BYTES * 8) == 0 else 1


def needs_int64(shape, stride):
    extent = sum((size - 1) * step for size, step in zip(shape, stride))
    return max([extent, *shape, *stride], default=0) >= INT32_LIMIT


def overlaps(shape, stride):
    """Whether two indices may meet in one element, judged by sizes and strides alone."""
    covered = 1
    for step, size in sorted((step, size) for step, size in zip(stride, shape) if size > 1):
        if step < covered:
            return True
        covered += (size - 1) * step
    return False
