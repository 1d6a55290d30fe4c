//! `cargo xtask bench`: the project's benchmarks, in release builds.
//!
//! A benchmark of ours and the official compiler's time for the same work belong in one run of one program, so
//! that both see the same machine in the same state. Each benchmark is an example of the crate it measures.

use std::path::Path;

use crate::command::cargo;
use crate::failure::Failure;
use crate::setup;

/// A benchmark of a package, which prints a table.
struct Benchmark {
    says: &'static str,
    package: &'static str,
    bench: &'static str,
    /// Folders of the project that it works on.
    folders: &'static [&'static str],
}

/// In the order they run.
const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        says: "Parsing Python's standard library, here and in CPython:",
        package: "tileport",
        bench: "parsing",
        folders: &[],
    },
    Benchmark {
        says: "Lowering our operators from Python, here and in the official compiler:",
        package: "tileport",
        bench: "lowering",
        folders: &["operators/library"],
    },
];

/// Builds and runs every benchmark.
pub fn run(root: &Path) -> Result<(), Failure> {
    setup::run(root)?;
    for benchmark in BENCHMARKS {
        println!("\n{}", benchmark.says);
        let mut words = vec!["bench", "--quiet", "--package", benchmark.package];
        words.extend(["--bench", benchmark.bench, "--"]);
        // Cargo runs benchmarks in their package's folder.
        let folders: Vec<String> = benchmark
            .folders
            .iter()
            .map(|folder| root.join(folder).display().to_string())
            .collect();
        words.extend(folders.iter().map(String::as_str));
        cargo(root, &words)?;
    }
    Ok(())
}
