"""The official cuTile Python compiler, batch by batch: launch records in, Tile IR bytecode out.

usage: oracle.py ROOT --out FOLDER [--launches FILE] [--bytecode-version 13.3] [--gpu sm_90] [--repeat N]

Reads launch records, a JSON object a line, from FILE or standard input. `file` is a path under ROOT. Compiles
each distinct specialisation once, writes FOLDER/<id>.tileirbc, and answers every record with a JSON line on
standard output, in order:

  {"row": 0, "status": "compiled", "id": "matmul-1f...", "seconds": 0.031}
  {"row": 1, "status": "rejected", "error": {"type", "message", "file", "line", "column"}}   by the compiler
  {"row": 2, "status": "failed",   "error": {...}}        before it: bad record, import error, wrong arguments

`id` is equal for records that compile to the same thing, so that a caller can count specialisations. `seconds` is
the shortest of N compilations, without imports, and absent for a specialisation met before.
No GPU and no PyTorch are needed. Sources are imported, that is executed: use it on sources you trust.
"""

import argparse
import contextlib
import hashlib
import json
import os
import re
import sys
import time

import cuda.tile as ct
from cuda.tile.compilation import CallingConvention, KernelSignature, export_kernel

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from constraints import BadRecord, constraint  # noqa: E402
from sources import Sources  # noqa: E402

PACKAGE = os.path.dirname(ct.__file__) + os.sep
OPTION = re.compile(r"(num_ctas|occupancy|opt_level|num_worker_warps)=(None|\d+|ByTarget\(([^)]*)\))")


def compiler_options(text):
    """The options of a record: `name=value` pairs, or the printed form of the compiler's own options object."""
    options = {}
    for name, value, by_target in OPTION.findall(text):
        if value == "None":
            options[name] = None
        elif value.isdigit():
            options[name] = int(value)
        else:
            pairs = (pair.partition("=") for pair in by_target.split(","))
            options[name] = ct.ByTarget(**{k.strip(): int(v) for k, _, v in pairs if v.strip().isdigit()})
    return options


def describe(error):
    """An exception as JSON: where the compiler says it is, in the sources rather than in the compiler's own stubs."""
    message = getattr(error, "message", None) or str(error) or type(error).__name__
    answer = {"type": type(error).__name__, "message": str(message).strip()[:2000]}
    location = getattr(error, "loc", None)
    while location is not None and location.call_site and (location.filename or "").startswith(PACKAGE):
        location = location.call_site
    if location is not None and location.filename:
        # Lines count from 1 there and columns from 0; both count from 1 here.
        answer |= {"file": location.filename, "line": location.line, "column": location.col + 1}
    elif isinstance(error, SyntaxError):
        answer |= {"file": error.filename, "line": error.lineno, "column": error.offset}
    return answer


class Oracle:
    """Compiles records, remembering the specialisations it has met."""

    def __init__(self, root, out, version, gpu, repeat):
        self.sources = Sources(root)
        self.out, self.version, self.gpu, self.repeat = out, version, gpu, repeat
        self.known = {}

    def prepare(self, record):
        """The kernel and the signature of a record; raises BadRecord, or whatever the import raises."""
        for field in ("file", "kernel", "args"):
            if field not in record:
                raise BadRecord(f"a launch record needs {field!r}")
        kernel = getattr(self.sources.module(record["file"]), record["kernel"], None)
        if not isinstance(kernel, ct.kernel):
            raise BadRecord(f"{record['file']} has no kernel named {record['kernel']}")
        options = compiler_options(record.get("opts", ""))
        if options:
            kernel = kernel.replace_hints(**options)
        annotations = kernel._annotated_function.parameter_annotations
        args = record["args"]
        if len(args) != len(annotations):
            raise BadRecord(f"{record['kernel']} takes {len(annotations)} arguments, the record has {len(args)}")
        parameters = [constraint(arg, annotation) for arg, annotation in zip(args, annotations)]
        # The oldest convention that has every kind of parameter; with a symbol given it decides nothing else.
        convention = CallingConvention.cutile_python_v2
        return kernel, KernelSignature(parameters, convention(), symbol=record["kernel"])

    def answer(self, record):
        try:
            kernel, signature = self.prepare(record)
        except Exception as error:
            return {"status": "failed", "error": describe(error)}
        facts = repr((record["file"], record["kernel"], kernel._compiler_options, signature, self.version))
        name = f"{record['kernel'].strip('_')}-{hashlib.sha256(facts.encode()).hexdigest()[:16]}"
        if name in self.known:
            known = dict(self.known[name])
            known.pop("seconds", None)
            return known
        self.known[name] = answer = self.compile(kernel, signature, name)
        return answer

    def compile(self, kernel, signature, name):
        path = os.path.join(self.out, name + ".tileirbc")
        partial = path + ".partial"
        seconds = float("inf")
        try:
            for _ in range(self.repeat):
                start = time.perf_counter()
                export_kernel(
                    kernel,
                    [signature],
                    partial,
                    gpu_code=self.gpu,
                    output_format="tileir_bytecode",
                    bytecode_version=self.version,
                )
                seconds = min(seconds, time.perf_counter() - start)
        except Exception as error:
            return {"status": "rejected", "id": name, "error": describe(error)}
        os.replace(partial, path)
        return {"status": "compiled", "id": name, "seconds": round(seconds, 6)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root")
    parser.add_argument("--out", required=True)
    parser.add_argument("--launches", help="file of launch records (default: standard input)")
    parser.add_argument("--bytecode-version", default="13.3")
    parser.add_argument("--gpu", default="sm_90", help="architecture that hints are resolved for")
    parser.add_argument("--repeat", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    oracle = Oracle(options.root, options.out, options.bytecode_version, options.gpu, max(1, options.repeat))

    # Answers have standard output for themselves; what imported sources print goes to standard error.
    answers = sys.stdout
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        lines = stack.enter_context(open(options.launches)) if options.launches else sys.stdin
        for row, line in enumerate(text for text in lines if text.strip()):
            try:
                answer = oracle.answer(json.loads(line))
            except ValueError as error:
                answer = {"status": "failed", "error": describe(error)}
            print(json.dumps({"row": row, **answer}), file=answers, flush=True)


if __name__ == "__main__":
    main()
