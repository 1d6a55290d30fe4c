//! A whole library: every kernel that a launch record or a manifest names.

mod files;
pub mod pairs;
pub mod report;
