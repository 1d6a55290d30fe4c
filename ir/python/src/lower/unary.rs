//! Functions of one operand (official `arithmetic_ops.py` and `ops.py`, unary part).
