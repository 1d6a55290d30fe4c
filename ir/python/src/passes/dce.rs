//! Drops operations whose results nobody needs, and carried variables.
//!
//! Official `_passes/dce.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
