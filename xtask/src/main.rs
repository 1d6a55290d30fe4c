//! The project's task runner: `cargo xtask setup | demo | test | bench`.
//!
//! - [`setup`] puts the pinned toolchain into `.toolchain/`; the other tasks run it first.
//! - [`test`], [`demo`], [`bench`] are the three things one does with a checkout.
//!
//! Exit codes are those of `tileport`: 0 done, 1 done with findings, 2 wrong usage, 3 a needed tool is missing.

#![forbid(unsafe_code)]

mod bench;
mod command;
mod demo;
mod failure;
mod setup;
mod test;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use failure::Failure;

const USAGE: &str = "\
usage: cargo xtask TASK

  setup   install the pinned toolchain into .toolchain/ (nothing to do when it is there)
  test    formatting, lints, all tests
  demo    migrate our own operators and print the report
  bench   lowering times, beside the official compilers' in the same run";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let task = match words.as_slice() {
        ["setup"] => setup::run,
        ["test"] => test::run,
        ["demo"] => demo::run,
        ["bench"] => bench::run,
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return Ok(());
        }
        _ => return Err(Failure::Usage(USAGE.to_owned())),
    };
    task(&project_root()?)
}

/// The nearest folder at or above the current one that holds this project.
fn project_root() -> Result<PathBuf, Failure> {
    let start =
        std::env::current_dir().map_err(|error| Failure::file("read", Path::new("."), &error))?;
    start
        .ancestors()
        .find(|folder| folder.join(setup::REQUIREMENTS).is_file())
        .map(Path::to_path_buf)
        .ok_or_else(|| {
            Failure::Usage(format!(
                "{} is not inside the tileport project (no {} at or above it)",
                start.display(),
                setup::REQUIREMENTS
            ))
        })
}
