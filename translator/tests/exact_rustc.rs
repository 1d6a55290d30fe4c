//! What the exact writer wrote, for rustc: the official compiler alone accepts more.

// The text is kept as it was written, so rustfmt leaves it alone.
#![allow(unsafe_op_in_unsafe_fn, dead_code, unused)]

#[rustfmt::skip]
#[path = "exact/written/control.rs"]
mod control;
#[rustfmt::skip]
#[path = "exact/written/elementwise.rs"]
mod elementwise;
#[rustfmt::skip]
#[path = "exact/written/views.rs"]
mod views;

#[test]
fn kernels_are_registered() {
    let registered = cutile::cutile_compiler::registry::CUTILE_MODULES;
    for name in ["control", "elementwise", "views"] {
        let suffix = format!("::{name}::{name}_entry");
        assert!(
            registered
                .iter()
                .any(|m| m.absolute_path.ends_with(&suffix)),
            "{name}"
        );
    }
}
