//! Threads tokens through memory accesses.
//!
//! Official `_passes/token_order.py`.

use super::dataflow::Facts;
use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body, facts: &Facts) {
    let _ = (body, facts);
}
