//! gather, scatter, raw memory.
