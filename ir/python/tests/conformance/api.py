"""The public names of the official package, from the package itself."""
import enum
import inspect
import types

import cuda.tile as ct
from cuda.tile import _stub

# Public by use, not by name: what Array.get_raw_memory() gives.
HIDDEN = {"RawArrayMemory": _stub.RawArrayMemory}


def signature(value):
    """Parameters with their kinds, without defaults and annotations."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return None
    return [[p.name, p.kind.name.lower()] for p in parameters]


def kind(value):
    if isinstance(value, ct.DType):
        return "dtype"
    if isinstance(value, types.ModuleType):
        return "module"
    if inspect.isclass(value):
        if issubclass(value, BaseException):
            return "exception"
        return "enumeration" if issubclass(value, enum.Enum) else "class"
    return "function" if inspect.isroutine(value) else "annotation"


def row(name, what, value=None):
    parameters = signature(value) if what in ("function", "method", "static method") else None
    return {"name": name, "kind": what} | ({"parameters": parameters} if parameters is not None else {})


def members(name, value):
    """The attributes that a class defines itself, and operators that are not Python's own defaults."""
    for member, what in sorted(vars(value).items()):
        is_operator = member.startswith("__") and callable(what) and member not in vars(object)
        is_comparison = member in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__") and value is ct.Tile
        if member.startswith("_") and not is_operator and not is_comparison:
            continue
        if member in ("__post_init__", "__class_getitem__", "__set_name__", "__orig_bases__", "__parameters__"):
            continue
        if isinstance(value, enum.EnumMeta):
            if isinstance(what, value):
                yield row(f"{name}.{member}", "member")
        elif isinstance(what, staticmethod):
            yield row(f"{name}.{member}", "static method", what.__func__)
        elif inspect.isroutine(what):
            yield row(f"{name}.{member}", "operator" if is_operator or is_comparison else "method", what)
        else:
            yield row(f"{name}.{member}", "property")


def rows():
    names = {name: getattr(ct, name) for name in ct.__all__} | HIDDEN
    for name, value in names.items():
        what = kind(value)
        yield row(name, what, value)
        if what in ("class", "enumeration"):
            yield from members(name, value)
        if what == "module":
            for inner in value.__all__:
                yield row(f"{name}.{inner}", kind(getattr(value, inner)), getattr(value, inner))
