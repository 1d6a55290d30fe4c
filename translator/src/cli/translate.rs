//! `tileport translate`: a Python kernel to Rust.

use std::fs;
use std::path::PathBuf;

use tileport_ir::Version;

use super::launches::{LaunchOptions, split_root};
use super::outcome::{Failure, Outcome};
use super::output;
use crate::migrate::kernel::{self, Work};
use crate::migrate::report::Outcome as Migrated;
use crate::toolchain::Arch;

#[derive(Debug, clap::Args)]
pub struct TranslateArgs {
    /// A Python file with kernels.
    source: PathBuf,
    /// Root of the Python package; the folder of the file without it.
    #[arg(long)]
    root: Option<PathBuf>,
    /// The kernel, where the file has several.
    #[arg(long)]
    kernel: Option<String>,
    #[command(flatten)]
    launches: LaunchOptions,
    #[arg(long, default_value = "13.3", value_name = "VERSION")]
    bytecode_version: Version,
    /// Architecture whose compiler hints apply.
    #[arg(long, default_value = "sm_90")]
    arch: Arch,
    /// Write the Rust to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print what was found for each kernel as one JSON document, the Rust within.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &TranslateArgs) -> Result<Outcome, Failure> {
    let (root, file) = split_root(args.root.as_deref(), &args.source)?;
    let library = args
        .launches
        .library(&root)?
        .of_file(&file, args.kernel.as_deref());
    if library.kernels.is_empty() {
        return Err(Failure::input(format_args!(
            "no launch names a kernel of {file}; give --launches or --manifest"
        )));
    }
    if let Some(fault) = library.kernels.iter().flat_map(|k| &k.faults).next() {
        return Err(Failure::input(super::diagnostics::python(
            &library.package,
            &fault.diagnostics,
        )));
    }
    let how = kernel::How {
        version: args.bytecode_version,
        arch: args.arch,
    };
    let works: Vec<Work> = library
        .kernels
        .iter()
        .map(|case| kernel::migrate(&library, case, how))
        .collect();
    if args.json {
        let document = serde_json::json!({ "schema": "tileport.translate/1", "kernels": works });
        output::json(&document)?;
    } else {
        let rust: Vec<&str> = works.iter().filter_map(|w| w.rust.as_deref()).collect();
        let text = rust.join("\n");
        match &args.output {
            Some(path) => fs::write(path, text).map_err(|e| Failure::file(path, &e))?,
            None => output::text(&text),
        }
        works.iter().for_each(tell);
    }
    Ok(Outcome::clean_if(
        works.iter().all(|w| w.report.outcome == Migrated::Migrated),
    ))
}

/// Evidence and refusals go to standard error: standard output is Rust.
fn tell(work: &Work) {
    let report = &work.report;
    let verdicts = report
        .specialisations
        .iter()
        .map(|s| format!("{}: {}", s.id, s.verdict.word()));
    let verdicts: Vec<String> = verdicts.collect();
    let writer = report.writer.as_deref().unwrap_or("no");
    output::note(format_args!(
        "{}:{}: {} by the {writer} writer; {}",
        report.file,
        report.line,
        report.kernel,
        verdicts.join(", ")
    ));
    for note in &report.notes {
        output::note(format_args!("  {note}"));
    }
}
