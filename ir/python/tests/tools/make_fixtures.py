"""Writes what CPython says of the syntax fixtures beside them.

usage: make_fixtures.py [FOLDER]

For each `ok/*.py`, the tree in the shape of the parser's dump, a statement a line; for each
`err/*.py`, the line (null where CPython names none) and the message. Run with Python 3.13: the
newest syntax and positions are the reference.
"""

import ast
import glob
import json
import os
import sys
import warnings


def constant(value):
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if value < 2**63 else special("int", f"{value:x}")
    if isinstance(value, float):
        return special("float", repr(value))
    if isinstance(value, complex):
        return special("complex", repr(value.imag))
    if isinstance(value, bytes):
        return special("bytes", value.hex())
    if value is ...:
        return special("Ellipsis", "")
    if any(0xD800 <= ord(c) < 0xE000 for c in value):
        return special("str", value.encode("utf-8", "surrogatepass").hex())
    return value


def special(kind, value):
    return {"_const": kind, "value": value}


def dump(node):
    if isinstance(node, list):
        return [dump(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    made = {"_type": type(node).__name__}
    for field in node._fields:
        value = getattr(node, field, None)
        is_value = isinstance(node, (ast.Constant, ast.MatchSingleton)) and field == "value"
        made[field] = constant(value) if is_value else dump(value)
    for position in node._attributes:
        made[position] = getattr(node, position)
    return made


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main():
    if sys.version_info < (3, 13):
        sys.exit("run this with Python 3.13 or newer")
    warnings.simplefilter("ignore")
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../fixtures/syntax")
    for path in sorted(glob.glob(os.path.join(folder, "ok", "*.py"))):
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
        body = ",\n".join(compact(dump(statement)) for statement in tree.body)
        with open(path[:-3] + ".json", "w", encoding="utf-8") as file:
            file.write('{"_type":"Module","body":[\n' + body + '\n],"type_ignores":[]}\n')
    accepted = []
    for path in sorted(glob.glob(os.path.join(folder, "err", "*.py"))):
        with open(path, "rb") as file:
            source = file.read()
        try:
            ast.parse(source)
        except SyntaxError as error:
            # Errors of the encoding have line 0: none.
            said = {"line": error.lineno or None, "message": error.msg}
        else:
            accepted.append(path)
            continue
        with open(path[:-3] + ".json", "w", encoding="utf-8") as file:
            file.write(compact(said) + "\n")
    if accepted:
        sys.exit("CPython accepts: " + " ".join(accepted))


if __name__ == "__main__":
    main()
