//! `tileport migrate`: a whole library to a Rust crate, with a report.

use std::path::PathBuf;

use tileport_ir::Version;

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;
use super::progress::Progress;
use crate::migrate::{self, Checks, Finished, MigrateError, Options, Shard};
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
    /// Threads that work at once; as many as there are cores without it.
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Take over what an earlier run finished, which is what happens without it as well.
    #[arg(long, conflicts_with = "no_resume")]
    resume: bool,
    /// Start afresh instead of taking over what an earlier run finished.
    #[arg(long)]
    no_resume: bool,
    /// Where results are remembered; several output folders may share one. In the output folder
    /// without it.
    #[arg(long, value_name = "FOLDER")]
    store: Option<PathBuf>,
    /// Only one part of the kernels, such as the first of three: 1/3. `report merge` joins the
    /// reports.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Compare our lowering of the Python with the official compiler's as well. It imports, and so
    /// executes, the sources: use it on code you trust.
    #[arg(long)]
    conform: bool,
    /// Do not have rustc check the emitted crate.
    #[arg(long)]
    no_cargo_check: bool,
    /// Have clippy look at the emitted crate, with warnings denied.
    #[arg(long)]
    clippy: bool,
    /// Name of the emitted crate; that of the Python package without it.
    #[arg(long, value_name = "NAME")]
    crate_name: Option<String>,
    /// Print the report as one JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &MigrateArgs) -> Result<Outcome, Failure> {
    let library = args.launches.library(&args.root)?;
    if let Some(name) = &args.crate_name
        && !is_crate_name(name)
    {
        return Err(Failure::input(format_args!(
            "'{name}' is no name of a crate: letters, digits, - and _, beginning with a letter"
        )));
    }
    let options = Options {
        version: args.bytecode_version,
        arch: args.arch,
        assemble: args.assemble.clone(),
        jobs: args.jobs,
        resume: !args.no_resume,
        store: args.store.clone(),
        shard: args.shard,
        checks: Checks {
            cargo_check: !args.no_cargo_check,
            clippy: args.clippy,
        },
        conform: args.conform,
        crate_name: args.crate_name.clone(),
    };
    let steps = match args.shard {
        Some(shard) => shard.of(&library.kernels).len(),
        None => library.kernels.len(),
    };
    let progress = Progress::new(steps);
    let report = migrate::run(&library, &args.output, &options, &|finished| {
        progress.step(said(finished));
    });
    drop(progress);
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

/// A finished kernel in a few words.
fn said(finished: &Finished) -> String {
    let report = &finished.work.report;
    let how = match (finished.reused, report.seconds) {
        (true, _) => "as before".to_owned(),
        (false, seconds) => format!("{:.1} s", seconds.unwrap_or_default()),
    };
    format!("{}: {}, {how}", report.kernel, report.outcome.word())
}

/// What Cargo takes as the name of a package.
fn is_crate_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
