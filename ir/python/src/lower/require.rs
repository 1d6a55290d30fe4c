//! Checks of arguments: constants, shapes, axes, enumerations (official `op_impl.py`).
