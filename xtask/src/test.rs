//! `cargo xtask test`: formatting, lints, unit and end-to-end tests, documentation examples.

use std::path::Path;

use crate::command::{cargo, find};
use crate::failure::Failure;
use crate::setup;

/// Runs every check of the project, cheapest first, and stops at the first that fails.
pub fn run(root: &Path) -> Result<(), Failure> {
    setup::run(root)?;
    cargo(root, &["fmt", "--all", "--check"])?;
    cargo(
        root,
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    cargo(root, &["test", "--workspace", "--doc"])?;
    if find("cargo-nextest").is_some() {
        cargo(root, &["nextest", "run", "--workspace", "--no-fail-fast"])?;
    } else {
        cargo(root, &["test", "--workspace", "--lib", "--bins", "--tests"])?;
    }
    println!("xtask: formatting, lints, tests and documentation examples are all right");
    Ok(())
}
