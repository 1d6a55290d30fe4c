"""Fills the corpora of the fuzz targets from the project's tests: seeds.py (no arguments).

The parser starts from the syntax fixtures and the conformance kernels, `lower` from each conformance kernel alone with
what its file defines beside the kernels, the reader in ../../tile/fuzz from the kept official bytecode.
"""

import ast
import hashlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent / "tests"
TILE = HERE.parent.parent / "tile"


def put(corpus: Path, data: bytes) -> None:
    corpus.mkdir(parents=True, exist_ok=True)
    (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)


def is_kernel(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(d) for d in node.decorator_list)


def kernels(source: str):
    """The file once for each kernel in it, without the others."""
    body = ast.parse(source).body
    for kernel in filter(is_kernel, body):
        kept = [node for node in body if node is kernel or not is_kernel(node)]
        yield ast.unparse(ast.Module(kept, []))


for path in sorted(TESTS.glob("fixtures/syntax/**/*.py")):
    put(HERE / "corpus/parse", path.read_bytes())
for path in sorted(TESTS.glob("conformance/kernels/**/*.py")):
    put(HERE / "corpus/parse", path.read_bytes())
    for number, text in enumerate(kernels(path.read_text())):
        put(HERE / "corpus/lower", bytes([0, 0, number % 256, number % 7]) + text.encode())
for folder in (TESTS / "conformance/official", TILE / "tests/data"):
    for path in sorted(folder.glob("**/*.tileirbc")):
        put(TILE / "fuzz/corpus/read", path.read_bytes())
