//! getattr, getitem, setitem, len, tuples, slices, ranges, dataclasses.
