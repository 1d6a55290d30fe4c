//! Splits a counted loop at a comparison of its induction variable.
//!
//! Official `_passes/loop_split.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
