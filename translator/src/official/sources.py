"""Imports operator sources where PyTorch, a GPU, or another part of their world may be absent.

Kernels need little of what their files import. A package that is not installed is replaced by a stand-in whose
names are the compiler's data types where they are called so, and otherwise objects that do nothing. A module of
the library itself that fails to import (most often because it asks for a device) keeps what it had defined until
then and becomes a stand-in for the rest; only the file that was asked for has to import as it is.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types

import cuda.tile as ct

from constraints import BadRecord

DTYPES = {name: value for name, value in vars(ct).items() if isinstance(value, ct.DType)} | {"bool": ct.bool_}


class Anything:
    """Stands for whatever a missing package would have had: attribute, call, item, base class, decorator."""

    def __init__(self, name):
        self.__dict__["_name"] = name

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything(f"{self._name}.{name}")

    def __setattr__(self, name, value):
        self.__dict__[name] = value

    def __call__(self, *args, **kwargs):
        # Used as a decorator without arguments it leaves what it decorates alone.
        if len(args) == 1 and not kwargs and (callable(args[0]) or isinstance(args[0], ct.kernel)):
            return args[0]
        return Anything(f"{self._name}()")

    def __mro_entries__(self, bases):
        return (StandInBase,)

    def __getitem__(self, key):
        return Anything(f"{self._name}[]")

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __iter__(self):
        return iter(())

    def __bool__(self):
        return False

    def __repr__(self):
        return f"<stand-in {self._name}>"


class AnyAttribute(type):
    """Gives a class every attribute, as `Function.apply`."""

    def __getattr__(cls, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything(f"{cls.__name__}.{name}")


class StandInBase(metaclass=AnyAttribute):
    """Base class of classes that derive from something missing."""


class StandIn(types.ModuleType):
    """A module that has any name."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        root = self.__name__.partition(".")[0]
        value = DTYPES.get(name) if root == "torch" else None
        if value is None:
            value = Anything(f"{self.__name__}.{name}")
        setattr(self, name, value)
        return value


class AbsentPackages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Comes after every other finder: what nobody has becomes a stand-in."""

    def __init__(self, root):
        self.root = root

    def find_spec(self, name, path=None, target=None):
        # A module that its own package does not have is a mistake, unless the package is itself a stand-in.
        parent = sys.modules.get(name.rpartition(".")[0])
        top = os.path.join(self.root, name.partition(".")[0])
        own = os.path.isdir(top) or os.path.isfile(top + ".py")
        if own and not isinstance(parent, StandIn):
            return None
        if parent is not None and not isinstance(parent, StandIn):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


class Forgiving(importlib.abc.Loader):
    """Runs a module of the library; one that fails becomes a stand-in, unless it is wanted itself."""

    def __init__(self, loader, sources):
        self.loader, self.sources = loader, sources

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        try:
            self.loader.exec_module(module)
        except Exception as error:
            if module.__name__ == self.sources.wanted:
                raise
            path = getattr(module, "__path__", None)
            module.__class__ = StandIn
            if path is not None:
                module.__path__ = path
            print(f"{module.__name__}: {type(error).__name__}: {error} (stand-in used)", file=sys.stderr)

    def __getattr__(self, name):
        return getattr(self.loader, name)


class OwnModules(importlib.abc.MetaPathFinder):
    """Finds the library's own modules and runs them forgivingly."""

    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        places = [self.sources.root] if path is None else list(path)
        if not any(os.path.abspath(place).startswith(self.sources.root) for place in places):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, places)
        if spec is not None and spec.loader is not None and spec.origin and spec.origin.endswith(".py"):
            spec.loader = Forgiving(spec.loader, self.sources)
        return spec


class Sources:
    """The files of a library, by path under its root."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.wanted = None
        self.failures = {}
        sys.dont_write_bytecode = True
        sys.path.insert(0, self.root)
        sys.meta_path.insert(0, OwnModules(self))
        sys.meta_path.append(AbsentPackages(self.root))

    def module(self, file):
        """Imports `file`; raises what its own code raises, each time it is asked for."""
        path = os.path.normpath(os.path.join(self.root, file))
        if not path.startswith(self.root + os.sep) or not path.endswith(".py") or not os.path.isfile(path):
            raise BadRecord(f"no Python file {file!r} under the source root")
        name = os.path.relpath(path, self.root)[:-3].replace(os.sep, ".")
        name = name.removesuffix(".__init__")
        if name in self.failures:
            raise self.failures[name]
        self.wanted = name
        try:
            module = importlib.import_module(name)
            if isinstance(module, StandIn):
                # It had failed while something else was being imported: now its own error counts.
                del sys.modules[name]
                module = importlib.import_module(name)
        except Exception as error:
            self.failures[name] = error
            raise
        return module
