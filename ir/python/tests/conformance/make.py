#!/usr/bin/env python3
"""Makes the official compiler's answers for the conformance cases: official/<version>.

usage: make.py [--out FOLDER] [--changed] [CASE...]    (the toolchain's Python, which has cuda-tile)

A case is a file names/<case>.py, language/<case>.py, refusals/<case>.py, or a folder packages/<case> with a
main.py. Its lines

  # launch: KERNEL ARGS [OPTIONS]

each stand for one launch: ARGS is the list of arguments of a launch record in JSON, where `stride` (contiguous)
and `align` (256) may be left out, and OPTIONS its compiler options as `name=value` pairs, `arch` (sm_100)
among them. A launch is called
<folder>.<case>.<kernel>.<number>. For each version this writes <launch>.tileirbc for what compiles, and a row of
refused.jsonl with the class and place of the error for what does not. A version whose bytecode differs from the
next newer one's in nothing but the version has no file of its own. names.jsonl lists the package's public names.

With cases (names/load, packages/two_files) only these are made again; with --changed, those that git does not
have as they are. Places in the sources are left out of the bytecode: they depend on where the sources lie.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../../translator/src/official"))

sys.path.insert(0, HERE)
import api  # noqa: E402
import oracle  # noqa: E402
from cuda.tile import _ir2bytecode  # noqa: E402

FOLDERS = ("names", "language", "packages", "refusals")
VERSIONS = ("13.4", "13.3", "13.2", "13.1")
ARCHITECTURE = "sm_100"
LAUNCH = "# launch: "
ARCH = re.compile(r"\barch=(sm_\d+)")
# Bytes of a bytecode file that hold its version.
VERSION_BYTES = slice(8, 12)


class NoPlaces(_ir2bytecode.DebugAttrMap):
    def __init__(self, table, symbol, anonymize):
        super().__init__(table, symbol, True)


def complete(arg):
    """An argument with its stride and alignment."""
    for group in ("tup", "l"):
        if group in arg:
            return {group: [complete(item) for item in arg[group]]}
    if "t" not in arg:
        return arg
    stride, step = [], 1
    for size in reversed(arg["shape"]):
        stride.insert(0, step)
        step *= size
    return {"stride": stride, "align": 256} | arg


class Case:
    def __init__(self, folder, name):
        self.name = f"{folder}/{name}"
        self.root, self.file = (f"packages/{name}", "main.py") if folder == "packages" else (".", self.name + ".py")
        self.path = os.path.normpath(os.path.join(self.root, self.file))

    def launches(self):
        """Identifier and record of each launch."""
        count = {}
        for line in open(self.path, encoding="utf-8", errors="replace"):
            if not line.startswith(LAUNCH):
                continue
            kernel, _, rest = line[len(LAUNCH):].partition(" ")
            args, end = json.JSONDecoder().raw_decode(rest)
            number = count[kernel] = count.get(kernel, -1) + 1
            yield f"{self.name.replace('/', '.')}.{kernel}.{number}", {
                "file": self.file, "kernel": kernel, "args": [complete(arg) for arg in args], "opts": rest[end:]}


def all_cases():
    for folder in FOLDERS:
        for entry in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            is_case = os.path.isfile(f"{folder}/{entry}/main.py") if folder == "packages" else entry.endswith(".py")
            if is_case:
                yield Case(folder, entry.removesuffix(".py"))


def shown(error):
    """Class and place of an error; its words stay where they are."""
    file = error.get("file")
    row = {"error": error["type"]}
    if file is not None:
        row |= {"file": os.path.relpath(file, HERE), "line": error["line"], "column": error["column"]}
    return row


def answer(case, out):
    """Writes the bytecode of a case; its refusals, by version."""
    refused = {version: [] for version in VERSIONS}
    known, finders = set(sys.modules), list(sys.meta_path)
    path = list(sys.path)
    sources = oracle.Oracle(os.path.join(HERE, case.root), "", "", ARCHITECTURE, 1)
    for name, record in case.launches():
        newer = None
        arch = ARCH.search(record["opts"])
        sources.gpu = arch[1] if arch else ARCHITECTURE
        for version in VERSIONS:
            target = f"{out}/{version}/{name}.tileirbc"
            if os.path.exists(target):
                os.remove(target)
            try:
                kernel, signature = sources.prepare(record)
            except (Exception, RecursionError) as error:
                refused[version].append({"id": name} | shown(oracle.describe(error)))
                continue
            with tempfile.TemporaryDirectory() as work:
                sources.out, sources.version = work, version
                said = sources.compile(kernel, signature, "module")
                if said["status"] == "rejected":
                    refused[version].append({"id": name} | shown(said["error"]))
                    newer = None
                    continue
                made = bytearray(open(f"{work}/module.tileirbc", "rb").read())
            bare = bytearray(made)
            bare[VERSION_BYTES] = bytes(4)
            if bare != newer:
                with open(target, "wb") as file:
                    file.write(made)
            newer = bare
    # Packages of two cases may be called the same.
    sys.meta_path[:], sys.path[:] = finders, path
    for module in set(sys.modules) - known:
        if not module.startswith("cuda"):
            del sys.modules[module]
    return refused


def edited():
    """Files below this folder that differ from the last commit."""
    git = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames", "."]
    prefix = subprocess.run(["git", "rev-parse", "--show-prefix"], capture_output=True, text=True, check=True)
    listed = subprocess.run(git, capture_output=True, text=True, check=True)
    return [line[3:].strip('"').removeprefix(prefix.stdout.strip()) for line in listed.stdout.splitlines()]


def belongs(name, cases):
    return ".".join(name.split(".")[:2]) in cases


def clean(out, kept):
    """Removes answers of cases and launches that are no more."""
    for version in VERSIONS:
        for file in os.listdir(f"{out}/{version}"):
            if file.endswith(".tileirbc") and file.removesuffix(".tileirbc") not in kept:
                os.remove(f"{out}/{version}/{file}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--out", default=os.path.join(HERE, "official"))
    parser.add_argument("--changed", action="store_true")
    options = parser.parse_args()
    options.out = os.path.abspath(options.out)
    os.chdir(HERE)
    _ir2bytecode.DebugAttrMap = NoPlaces
    known = list(all_cases())
    cases = [c for c in known if not options.cases or c.name in options.cases]
    if options.changed:
        files = edited()
        cases = [c for c in cases if any(file == c.path or file.startswith(c.root + "/") for file in files)]
    for version in VERSIONS:
        os.makedirs(f"{options.out}/{version}", exist_ok=True)
    with open(f"{options.out}/names.jsonl", "w") as file:
        file.writelines(json.dumps(row) + "\n" for row in api.rows())
    refused = {version: [] for version in VERSIONS}
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for answers in pool.map(answer, cases, [options.out] * len(cases), chunksize=4):
            for version, rows in answers.items():
                refused[version] += rows
    made = {case.name.replace("/", ".") for case in cases}
    kept = {name for case in known for name, _ in case.launches()}
    for version, rows in refused.items():
        path = f"{options.out}/{version}/refused.jsonl"
        if os.path.exists(path):
            old = [json.loads(line) for line in open(path)]
            rows += [row for row in old if not belongs(row["id"], made) and row["id"] in kept]
        with open(path, "w") as file:
            file.writelines(json.dumps(row) + "\n" for row in sorted(rows, key=lambda row: row["id"]))
    clean(options.out, kept)
    for row in refused["13.4"]:
        if belongs(row["id"], made):
            print("refused at 13.4:", json.dumps(row))
    print(f"{len(cases)} cases made")


main()
