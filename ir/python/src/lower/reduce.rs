//! Reductions, scans, argmin and argmax.
