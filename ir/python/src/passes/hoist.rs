//! Moves loop invariants out of loops.
//!
//! Official `_passes/code_motion.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
