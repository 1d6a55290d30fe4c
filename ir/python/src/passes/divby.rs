//! Adds `AssumeDivBy` where views and pointers profit.
//!
//! Official `_passes/propagate_divby.py`.

use super::dataflow::Facts;
use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body, facts: &mut Facts) {
    let _ = (body, facts);
}
