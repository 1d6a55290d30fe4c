//! `tileport record`: the launches of somebody's program as a launch record.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::json;
use tileport_operators::launch;

use super::outcome::{Failure, Outcome};
use super::output;
use crate::files;
use crate::record::{self, Options, RecordError, Recorded};
use crate::toolchain::{Arch, Missing};

#[derive(Debug, clap::Args)]
pub struct RecordArgs {
    /// Root of the library whose launches are recorded; records name files below it.
    #[arg(long, default_value = ".", value_name = "FOLDER")]
    root: PathBuf,
    /// Launch record to write.
    #[arg(
        short,
        long,
        default_value = "launches.jsonl",
        value_name = "FILE.jsonl"
    )]
    output: PathBuf,
    /// Record launches without making them: outputs stay as they are, and no GPU is needed.
    #[arg(long)]
    no_launch: bool,
    /// What the program is told the device is, where there is no driver to ask.
    #[arg(long, default_value = "sm_90")]
    arch: Arch,
    /// Print what was recorded as one JSON document; the program's standard output goes to
    /// standard error.
    #[arg(long)]
    json: bool,
    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub fn run(args: &RecordArgs) -> Result<Outcome, Failure> {
    let options = Options {
        root: args.root.clone(),
        launch: !args.no_launch,
        arch: args.arch,
        quiet: args.json,
    };
    let recorded = record::record(&args.command, &options).map_err(|error| match error {
        RecordError::Start { program, .. } => {
            Failure::Missing(Missing::new(program, "give a program that is there"))
        }
        other => Failure::input(other),
    })?;
    write(&args.output, &recorded)?;
    for unrecorded in &recorded.unrecorded {
        output::note(format_args!("not recorded: {}", unrecorded.reason));
    }
    if !recorded.loaded {
        output::note("the program did not import cuda.tile");
    }
    if !recorded.status.success() {
        output::note(format_args!("the program ended with {}", recorded.status));
    }
    let kernels = kernels(&recorded);
    if args.json {
        output::json(&json!({
            "schema": "tileport.record/1",
            "launches": recorded.launches.len(),
            "kernels": kernels,
            "tuned": recorded.launches.iter().filter(|l| l.tuned).count(),
            "unrecorded": recorded.unrecorded,
            "program": { "loaded_cuda_tile": recorded.loaded, "exit_code": recorded.status.code() },
            "output": args.output,
        }))?;
    } else {
        output::note(format_args!(
            "{} distinct launches of {kernels} kernels in {}",
            recorded.launches.len(),
            args.output.display()
        ));
    }
    let clean = recorded.status.success()
        && recorded.unrecorded.is_empty()
        && !recorded.launches.is_empty();
    Ok(Outcome::clean_if(clean))
}

/// Replaces the record in one step.
fn write(path: &Path, recorded: &Recorded) -> Result<(), Failure> {
    let mut text = Vec::new();
    launch::write(&mut text, &recorded.launches)
        .and_then(|()| files::replace(path, &text))
        .map_err(|error| Failure::file(path, &error))
}

fn kernels(recorded: &Recorded) -> usize {
    let mut all: Vec<_> = recorded
        .launches
        .iter()
        .map(|l| (&l.file, &l.kernel))
        .collect();
    all.dedup();
    all.len()
}
