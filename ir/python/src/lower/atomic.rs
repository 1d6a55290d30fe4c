//! Atomic operations, by index, by offset and through views.
