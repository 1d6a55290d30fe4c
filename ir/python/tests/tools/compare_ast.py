"""Compares the parser's trees with those of the running interpreter's own `ast`.

usage: compare_ast.py PARSER [PATH...]

PARSER is the example binary `parse`; it is run once, as `PARSER serve`. PATH is a file, or a
folder whose `.py` files are compared; without one, the standard library of this interpreter is.
A file that `ast.parse` accepts has to give the same tree: classes, fields, values, positions.
A file that it rejects has to be rejected with an error at the line that it names.

Prints a line for each file that differs and a summary; the exit status is 1 if any does.

Before Python 3.12 the parts of f-strings had other positions, and before 3.13 a format
specification could end in an empty constant: those are not compared there.
"""

import ast
import json
import math
import os
import subprocess
import sys
import sysconfig
import threading
import warnings

POSITIONS = ("lineno", "col_offset", "end_lineno", "end_col_offset")
OLD_FSTRINGS = sys.version_info < (3, 12)
OLD_SPECS = sys.version_info < (3, 13)


class Different(Exception):
    """Where and how two trees differ."""


def constant(value):
    """What a value of the dump stands for, in a form that compares exactly."""
    if isinstance(value, dict):
        kind, text = value["_const"], value["value"]
        if kind == "int":
            return int, int(text, 16)
        if kind == "float":
            return number(float(text))
        if kind == "complex":
            return complex, number(float(text))
        if kind == "bytes":
            return bytes, bytes.fromhex(text)
        if kind == "str":
            return str, bytes.fromhex(text).decode("utf-8", "surrogatepass")
        return type(...), ...
    return own_constant(value)


def own_constant(value):
    """The same form of a value of `ast`."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, complex):
        return complex, number(value.imag)
    return type(value), value


def number(value):
    return float, "nan" if math.isnan(value) else value.hex()


def drop_empty(values):
    return [v for v in values if not (isinstance(v, ast.Constant) and v.value == "")]


def compare(ours, theirs, where, in_fstring=False):
    """Raises Different unless the dump `ours` is the `ast` node `theirs`."""
    name = type(theirs).__name__
    if not isinstance(ours, dict) or ours.get("_type") != name:
        found = ours.get("_type") if isinstance(ours, dict) else ours
        raise Different(f"{where}: {found!r} for {name}")
    if isinstance(theirs, ast.Constant):
        if constant(ours["value"]) != own_constant(theirs.value):
            raise Different(f"{where}: {ours['value']!r} for {theirs.value!r}")
        if ours["kind"] != theirs.kind and not (in_fstring and OLD_FSTRINGS):
            raise Different(f"{where}: kind {ours['kind']!r} for {theirs.kind!r}")
    else:
        fields(ours, theirs, where, in_fstring)
    for position in POSITIONS if "lineno" in theirs._attributes else ():
        if ours[position] != getattr(theirs, position):
            if OLD_FSTRINGS and in_fstring:
                continue
            raise Different(
                f"{where} {name}: {position} {ours[position]} for {getattr(theirs, position)}"
                f" at line {theirs.lineno}"
            )


def fields(ours, theirs, where, in_fstring):
    in_fstring = in_fstring or isinstance(theirs, ast.JoinedStr)
    for field in theirs._fields:
        mine, other = ours[field], getattr(theirs, field, None)
        here = f"{where}.{field}" if len(where) < 200 else where
        if isinstance(other, list):
            if OLD_SPECS and isinstance(theirs, ast.JoinedStr):
                other = drop_empty(other)
            if len(mine) != len(other):
                raise Different(f"{here}: {len(mine)} items for {len(other)}")
            for index, (a, b) in enumerate(zip(mine, other)):
                value(a, b, f"{here}[{index}]", in_fstring)
        else:
            value(mine, other, here, in_fstring)


def value(ours, theirs, where, in_fstring):
    if isinstance(theirs, ast.AST):
        compare(ours, theirs, where, in_fstring)
    elif ours != theirs or type(ours) is not type(theirs):
        raise Different(f"{where}: {ours!r} for {theirs!r}")


def verdict(line, source):
    """What is wrong with the parser's answer for a file, or None."""
    answer = json.loads(line)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        if "errors" not in answer:
            return f"accepted, but {error!r}"
        # Null bytes have no line before 3.12, unknown encodings never.
        wanted = getattr(error, "lineno", None)
        lines = [found["line"] for found in answer["errors"]]
        if wanted and wanted not in lines:
            return f"rejected at {answer['errors'][:3]}, but {error!r}"
        return None
    if "errors" in answer:
        return f"rejected: {answer['errors'][0]}"
    try:
        compare(answer, tree, "")
    except Different as difference:
        return str(difference)
    return None


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(f for f in folders if f != "site-packages")
            for name in sorted(names):
                if name.endswith(".py"):
                    yield os.path.join(folder, name)


def feed(stream, paths):
    for path in paths:
        stream.write(path + "\n")
    stream.close()


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    parser, *paths = sys.argv[1:]
    paths = paths or [sysconfig.get_paths()["stdlib"]]
    server = subprocess.Popen(
        [parser, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    everything = list(files(paths))
    # The parser works ahead while its last answer is compared.
    threading.Thread(target=feed, args=(server.stdin, everything), daemon=True).start()
    different = count = 0
    for path in everything:
        with open(path, "rb") as file:
            source = file.read()
        line = server.stdout.readline()
        count += 1
        problem = verdict(line, source) if line else "the parser died"
        if problem:
            different += 1
            print(f"{path}: {problem}", flush=True)
        if not line:
            break
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"{count} files compared with Python {version}: {different} differ")
    sys.exit(1 if different or not count else 0)


if __name__ == "__main__":
    main()
