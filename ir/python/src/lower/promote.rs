//! Common types of operands and broadcasting of shapes (official `ops_utils.py`, promotion part).
