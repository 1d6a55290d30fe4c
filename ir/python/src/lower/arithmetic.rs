//! Operations of two operands: arithmetic, comparison, bits, shifts, modulo, power, `where`
//! (official `arithmetic_ops.py`).
