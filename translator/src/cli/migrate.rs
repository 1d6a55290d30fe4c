//! `tileport migrate`: a whole library to a Rust crate, with a report.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use tileport_ir::Version;

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;
use crate::migrate::{self, MigrateError, Options};
use crate::toolchain::Arch;

#[derive(Debug, clap::Args)]
pub struct MigrateArgs {
    /// Source root of the library.
    root: PathBuf,
    /// Folder for the crate, the report and the pairs' bytecode.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    #[command(flatten)]
    launches: LaunchOptions,
    #[arg(long, default_value = "13.3", value_name = "VERSION")]
    bytecode_version: Version,
    /// Architecture whose compiler hints apply.
    #[arg(long, default_value = "sm_90")]
    arch: Arch,
    /// Assemble the pairs for these architectures and compare the machine code.
    #[arg(long, value_delimiter = ',', value_name = "ARCH,...")]
    assemble: Vec<Arch>,
    /// Kernels at once; as many as there are cores without it.
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Start afresh instead of taking over what an earlier run finished.
    #[arg(long)]
    no_resume: bool,
    /// Compare our lowering of the Python with the official compiler's as well. It imports, and so
    /// executes, the sources: use it on code you trust.
    #[arg(long)]
    conform: bool,
    /// Do not have rustc check the emitted crate.
    #[arg(long)]
    no_cargo_check: bool,
    /// Print the report as one JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &MigrateArgs) -> Result<Outcome, Failure> {
    let library = args.launches.library(&args.root)?;
    let options = Options {
        version: args.bytecode_version,
        arch: args.arch,
        assemble: args.assemble.clone(),
        jobs: args.jobs,
        resume: !args.no_resume,
        cargo_check: !args.no_cargo_check,
        conform: args.conform,
    };
    let bar = progress(library.kernels.len());
    let report = migrate::run(&library, &args.output, &options, &|case| {
        bar.set_message(case.kernel.clone());
        bar.inc(1);
    });
    bar.finish_and_clear();
    let report = report.map_err(|error| match error {
        MigrateError::Missing(missing) => Failure::Missing(missing),
        other => Failure::input(other),
    })?;
    if args.json {
        output::json(&report)?;
    } else {
        output::text(&migrate::summary(&report));
    }
    Ok(Outcome::clean_if(report.is_clean()))
}

/// A bar on a terminal, nothing elsewhere: the report says it all.
fn progress(kernels: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(kernels as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}
