//! A whole library: every kernel that a launch record or a manifest names.

pub mod report;
