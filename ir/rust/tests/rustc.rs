//! The kernels of the other tests, for rustc: the official compiler alone accepts more.

#![allow(dead_code, unused, deprecated, unsafe_op_in_unsafe_fn)]

#[path = "kernels/histogram.rs"]
mod histogram;
#[path = "kernels/matmul.rs"]
mod matmul;
#[path = "kernels/softmax.rs"]
mod softmax;
#[path = "kernels/vector_add.rs"]
mod vector_add;

/// The official macro registers what rustc accepted, under the same names.
#[test]
fn kernels_are_registered() {
    let registered = cutile_compiler::registry::CUTILE_MODULES;
    for module in ["vector_add", "matmul", "softmax", "histogram"] {
        let path = format!("rustc::{module}::{module}");
        assert!(registered.iter().any(|m| m.absolute_path == path), "{path}");
    }
}
