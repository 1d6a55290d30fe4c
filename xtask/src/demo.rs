//! `cargo xtask demo`: our own operators from Python to Rust, with the evidence.

use std::path::Path;

use crate::command::cargo;
use crate::failure::Failure;
use crate::setup;

const LIBRARY: &str = "operators/library";
const OUTPUT: &str = "target/demo";

/// Migrates the operators of this repository and prints the report.
///
/// One table shows, for each kernel: that our Python front end agrees with the official compiler, that the Rust
/// agrees with the Python, and that the machine code is the same. The development profile is the one the tests use,
/// so that the official Rust compiler is built once for both.
pub fn run(root: &Path) -> Result<(), Failure> {
    setup::run(root)?;
    cargo(root, &["build", "--package", "tileport"])?;
    let mut arguments = vec![
        "run",
        "--quiet",
        "--package",
        "tileport",
        "--",
        "migrate",
        LIBRARY,
    ];
    arguments.extend([
        "-o",
        OUTPUT,
        "--conform",
        "--assemble",
        "sm_90,sm_100",
        "--clippy",
    ]);
    cargo(root, &arguments)?;
    println!("xtask: the report is {OUTPUT}/report.html, the crate {OUTPUT}/");
    Ok(())
}
