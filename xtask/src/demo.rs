//! `cargo xtask demo`: our own operators from Python to Rust, with the evidence.

use std::path::Path;

use crate::command::cargo;
use crate::failure::Failure;
use crate::setup;

const LIBRARY: &str = "operators/library";
const OUTPUT: &str = "target/demo";

/// Migrates the operators of this repository and prints the report.
///
/// The three commands show, in order: that our Python front end agrees with the official compiler, that the Rust
/// agrees with the Python, and that the machine code is the same.
pub fn run(root: &Path) -> Result<(), Failure> {
    setup::run(root)?;
    cargo(root, &["build", "--release", "--package", "tileport"])?;
    let tileport = |arguments: &[&str]| {
        let mut all = vec!["run", "--quiet", "--release", "--package", "tileport", "--"];
        all.extend_from_slice(arguments);
        cargo(root, &all)
    };
    tileport(&["conform", LIBRARY])?;
    tileport(&["migrate", LIBRARY, "-o", OUTPUT])?;
    tileport(&["assemble", OUTPUT])?;
    println!("xtask: the report is {OUTPUT}/report.html, the crate {OUTPUT}/");
    Ok(())
}
