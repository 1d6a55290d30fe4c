"""Python imports this before anything else, since `tileport record` puts its folder on PYTHONPATH.

It installs the recorder and then makes way for the `sitecustomize` that would have been found without it.
"""

import importlib.machinery
import importlib.util
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [place for place in sys.path if os.path.abspath(place) != here]


def load(spec):
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# The recorder's compiled form is not kept: the folder is gone when the program has ended.
before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
path = os.path.join(here, "tileport_recorder.py")
load(importlib.util.spec_from_file_location("tileport_recorder", path)).install()
sys.dont_write_bytecode = before

theirs = importlib.machinery.PathFinder.find_spec("sitecustomize")
if theirs is not None:
    load(theirs)
