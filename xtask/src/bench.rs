//! `cargo xtask bench`: the project's benchmarks, in release builds.
//!
//! A benchmark of ours and the official compiler's time for the same work belong in one run of one program, so
//! that both see the same machine in the same state. Each benchmark is an example of the crate it measures.

use std::path::Path;

use crate::command::cargo;
use crate::failure::Failure;
use crate::setup;

/// A benchmark: the package and its example that prints a table.
struct Benchmark {
    package: &'static str,
    example: &'static str,
    says: &'static str,
}

/// In the order they run.
const BENCHMARKS: &[Benchmark] = &[];

/// Builds and runs every benchmark.
pub fn run(root: &Path) -> Result<(), Failure> {
    setup::run(root)?;
    if BENCHMARKS.is_empty() {
        return Err(Failure::Finding(
            "no benchmark is registered yet (xtask/src/bench.rs)".to_owned(),
        ));
    }
    for benchmark in BENCHMARKS {
        println!("\n{}", benchmark.says);
        cargo(
            root,
            &[
                "run",
                "--quiet",
                "--release",
                "--package",
                benchmark.package,
                "--example",
                benchmark.example,
            ],
        )?;
    }
    Ok(())
}
