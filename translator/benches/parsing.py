"""Times `ast.parse` on every file of the standard library of the running interpreter.

Prints a JSON line a file that it accepts: path, bytes, and the shortest of REPEAT times in seconds.
"""

import ast
import json
import pathlib
import sys
import sysconfig
import time
import warnings

REPEAT = int(sys.argv[1])

warnings.simplefilter("ignore")
for path in sorted(pathlib.Path(sysconfig.get_path("stdlib")).rglob("*.py")):
    if "site-packages" in path.parts:
        continue
    source = path.read_bytes()
    shortest = float("inf")
    try:
        for _ in range(REPEAT):
            start = time.perf_counter()
            tree = ast.parse(source)
            shortest = min(shortest, time.perf_counter() - start)
            del tree
    except (SyntaxError, ValueError):
        continue
    print(json.dumps({"path": str(path), "bytes": len(source), "seconds": shortest}))
