"""Writes each distinct launch of a program down, a JSON object a line.

The functions of the official package that launch a kernel are replaced when their module is loaded, which is
before any module of the program can have taken a copy. A process writes to a file of its own, a line in one
write, so that workers, threads and forks do not get into each other's way, and nothing is lost when a process
ends without notice.
"""

import functools
import importlib.machinery
import json
import os
import sys
import threading

MODULE = "cuda.tile._cext"
FLOATS = {"inf", "-inf", "nan"}
KINDS = {"f": "float", "i": "int", "u": "uint", "b": "bool"}
# Alignment beyond this is not told apart by any compiler.
MOST_ALIGNED = 256


class Unrecordable(Exception):
    """A launch that a record cannot describe; the text says what it is about."""


def install():
    """Has launches recorded from now on; the environment says where to and how."""
    recorder = Recorder(
        folder=os.environ["TILEPORT_RECORD_FOLDER"],
        root=os.environ["TILEPORT_RECORD_ROOT"],
        launching=os.environ["TILEPORT_RECORD_LAUNCH"] == "1",
        capability=tuple(int(part) for part in os.environ["TILEPORT_RECORD_CAPABILITY"].split(".")),
    )
    recorder.mark("started")
    sys.meta_path.insert(0, Finder(recorder))


class Finder:
    """Finds the one module as everybody else does, and has it changed once it is loaded."""

    def __init__(self, recorder):
        self.recorder = recorder

    def find_spec(self, name, path=None, target=None):
        if name != MODULE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            self.recorder.wrap(module)

        spec.loader.exec_module = exec_module
        return spec


class Recorder:
    def __init__(self, folder, root, launching, capability):
        self.folder, self.root = folder, os.path.realpath(root)
        self.launching, self.capability = launching, capability
        self.lock = threading.RLock()
        self.process, self.file, self.known = None, None, set()

    def mark(self, what):
        with open(os.path.join(self.folder, what), "a", encoding="utf-8"):
            pass

    def wrap(self, module):
        """Replaces what launches kernels in the module that all others take it from."""
        self.mark("loaded")
        self.kernel_type = module.TileDispatcher
        module.launch = self.launcher(module.launch, ("stream", "grid", "kernel", "kernel_args"))
        extended = ("stream", "block_count", "thread_count", "kernel", "kernel_args")
        module.launch_extended = self.launcher(module.launch_extended, extended)
        # The tuner times candidates through these instead of launching them.
        module._benchmark = self.benchmark(module._benchmark, 1.0)
        module._export_ipc_benchmark_payload = self.benchmark(module._export_ipc_benchmark_payload, None)
        if not self.launching:
            module.get_compute_capability = self.guessed_capability(module.get_compute_capability)

    def launcher(self, original, names):
        """A launch function that records; `names` are those of its positional parameters."""

        @functools.wraps(original)
        def launch(*positional, **named):
            result = original(*positional, **named) if self.launching else None
            given = dict(zip(names, positional)) | named
            grid = given.get("grid", given.get("block_count"))
            self.record(given.get("kernel"), grid, given.get("kernel_args"), tuned=False)
            return result

        return launch

    def benchmark(self, original, without_device):
        @functools.wraps(original)
        def benchmark(stream, grid, kernel, arguments, *more):
            result = original(stream, grid, kernel, arguments, *more) if self.launching else without_device
            for each in self.each_arguments(kernel, arguments):
                self.record(kernel, grid, each, tuned=True)
            return result

        return benchmark

    def each_arguments(self, kernel, arguments):
        """The tuner hands over the arguments of one launch, or a tuple of those of several."""
        count = len(parameters(kernel)) if isinstance(kernel, self.kernel_type) else -1
        several = len(arguments) > 0 and all(isinstance(a, tuple) and len(a) == count for a in arguments)
        return arguments if several else (arguments,)

    def guessed_capability(self, original):
        """Without a driver the program sees the architecture that the recording is for."""

        @functools.wraps(original)
        def get_compute_capability(*arguments, **named):
            try:
                return original(*arguments, **named)
            except OSError:
                return self.capability

        return get_compute_capability

    def record(self, kernel, grid, arguments, tuned):
        """Writes a launch down, unless it has been; never lets the program fail."""
        try:
            line = json.dumps(self.describe(kernel, grid, arguments, tuned), separators=(",", ":"))
        except Exception as error:
            reason = str(error) if isinstance(error, Unrecordable) else f"{type(error).__name__}: {error}"
            line = json.dumps({"problem": reason[:500]})
        with self.lock:
            if self.process != os.getpid():
                # A fork shares the file of its parent: it takes one of its own.
                self.process, self.known = os.getpid(), set()
                path = os.path.join(self.folder, f"{self.process}.jsonl")
                self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            if line not in self.known:
                self.known.add(line)
                os.write(self.file, line.encode() + b"\n")

    def describe(self, kernel, grid, arguments, tuned):
        if not isinstance(kernel, self.kernel_type):
            raise Unrecordable(f"not a kernel of cuda.tile: an object of type {type(kernel).__name__}")
        function = kernel._annotated_function.pyfunc
        name = function.__name__
        file = os.path.realpath(function.__code__.co_filename)
        if not file.startswith(self.root + os.sep):
            raise Unrecordable(f"{name}: {file} is not below the root {self.root}; see --root")
        if len(arguments) != len(parameters(kernel)):
            wanted = len(parameters(kernel))
            raise Unrecordable(f"{name}: {len(arguments)} arguments were given, the kernel takes {wanted}")
        described = []
        for position, argument in enumerate(arguments, start=1):
            try:
                described.append(describe(argument))
            except Unrecordable as error:
                raise Unrecordable(f"{name}: argument {position}: {error}") from None
        record = {
            "file": os.path.relpath(file, self.root).replace(os.sep, "/"),
            "kernel": name,
            "grid": [int(blocks) for blocks in grid],
            "args": described,
            "opts": options(kernel._compiler_options),
        }
        return record | {"tuned": True} if tuned else record


def parameters(kernel):
    return kernel._annotated_function.parameter_annotations


def options(compiler_options):
    """Compiler options as `name=value` pairs."""
    return " ".join(f"{name}={value!r}" for name, value in vars(compiler_options).items())


def describe(value):
    """An argument of a launch as a record writes it."""
    if value is None:
        return {"none": 1}
    if isinstance(value, bool):
        return {"b": value}
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise Unrecordable(f"the integer {value} needs more than 64 bits")
        return {"i": int(value)}
    if isinstance(value, float):
        text = repr(float(value))
        return {"f": text if text in FLOATS else float(value)}
    if isinstance(value, tuple):
        return {"tup": [describe(item) for item in value]}
    if isinstance(value, list):
        return {"l": [describe(item) for item in value]}
    name = dtype_argument(value)
    if name is not None:
        return {"dtype": name}
    for read in (torch_like, cuda_array, array_like):
        found = read(value)
        if found is not None:
            return found
    raise Unrecordable(f"an object of type {type(value).__module__}.{type(value).__name__} is no argument of a launch")


def dtype_argument(value):
    """The name of a data type that is an argument itself."""
    kind = type(value)
    if kind.__module__.startswith("cuda.tile") and kind.__name__ == "DType":
        return value.name
    if kind.__module__ == "torch" and kind.__name__ == "dtype":
        return str(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.dtype):
            return value.name
        if isinstance(value, type) and issubclass(value, numpy.generic):
            return numpy.dtype(value).name
    return None


def tensor(dtype, shape, stride, pointer):
    pointer = int(pointer)
    align = min(pointer & -pointer, MOST_ALIGNED) if pointer else MOST_ALIGNED
    shape, stride = [int(n) for n in shape], [int(n) for n in stride]
    return {"t": dtype, "shape": shape, "stride": stride, "align": align}


def torch_like(value):
    """What has PyTorch's methods: strides count elements."""
    if not callable(getattr(value, "stride", None)) or not callable(getattr(value, "data_ptr", None)):
        return None
    return tensor(str(value.dtype).removeprefix("torch."), value.shape, value.stride(), value.data_ptr())


def cuda_array(value):
    """What has `__cuda_array_interface__`: strides count bytes."""
    interface = getattr(value, "__cuda_array_interface__", None)
    if not isinstance(interface, dict):
        return None
    name, size = typestr(interface["typestr"])
    # 16-bit floats of the other kind, and 8-bit ones, have no typestr of their own.
    name = dtype_name(value) or name
    if name is None:
        raise Unrecordable(f"an array of type {interface['typestr']}")
    shape = interface["shape"]
    return tensor(name, shape, elements(interface.get("strides"), shape, size), interface["data"][0])


def array_like(value):
    """What has shape and dtype, and strides in bytes unless its rows are dense: NumPy, CuPy, JAX and their like."""
    shape, name = getattr(value, "shape", None), dtype_name(value)
    numpy = sys.modules.get("numpy")
    # The official launcher takes no NumPy scalars.
    if shape is None or name is None or numpy is not None and isinstance(value, numpy.generic):
        return None
    size = getattr(value, "itemsize", None) or getattr(getattr(value, "dtype", None), "itemsize", None) or width(name)
    return tensor(name, shape, elements(getattr(value, "strides", None), shape, size), address(value))


def address(value):
    """Where an array lies; 0 where it does not say."""
    data = getattr(value, "data", None)
    if isinstance(getattr(data, "ptr", None), int):
        return data.ptr
    interface = getattr(value, "__array_interface__", None)
    if isinstance(interface, dict) and isinstance(interface.get("data"), tuple):
        return interface["data"][0]
    if callable(getattr(value, "unsafe_buffer_pointer", None)):
        return value.unsafe_buffer_pointer()
    return 0


def dtype_name(value):
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return None
    return str(getattr(dtype, "name", dtype)).removeprefix("torch.")


def typestr(text):
    """`<f4` to the name of the type and its bytes."""
    kind, size = text[1:2], int(text[2:])
    if kind == "b":
        return "bool", size
    return (f"{KINDS[kind]}{size * 8}" if kind in KINDS else None), size


def width(name):
    """Bytes of a type with its bits in its name."""
    if name == "bool" or name.startswith("float8"):
        return 1
    return int("".join(c for c in name if c.isdigit())) // 8


def elements(strides, shape, size):
    """Strides in bytes to strides in elements; none: rows are dense."""
    if strides is None:
        dense, count = [], 1
        for extent in reversed(shape):
            dense.append(count)
            count *= max(int(extent), 1)
        return dense[::-1]
    if any(stride % size for stride in strides):
        raise Unrecordable(f"strides of {tuple(strides)} bytes for elements of {size}")
    return [stride // size for stride in strides]
