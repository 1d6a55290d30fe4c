//! `tileport report`: work on the reports of migrations.

use std::path::PathBuf;

use clap::Subcommand;

use super::outcome::{Failure, Outcome};
use super::output;
use crate::migrate::{self, merge};

#[derive(Debug, clap::Args)]
pub struct ReportArgs {
    #[command(subcommand)]
    command: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Join the reports of the parts of one migration (`migrate --shard I/N`).
    Merge(MergeArgs),
}

#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Output folders of the parts, or their report.json files.
    #[arg(required = true, value_name = "FOLDER")]
    parts: Vec<PathBuf>,
    /// Folder for report.json, report.md and report.html.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Print the report as one JSON document.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ReportArgs) -> Result<Outcome, Failure> {
    match &args.command {
        Verb::Merge(args) => run_merge(args),
    }
}

fn run_merge(args: &MergeArgs) -> Result<Outcome, Failure> {
    let parts = args.parts.iter().map(|path| {
        let report = merge::read(path).map_err(Failure::input)?;
        Ok((path.clone(), report))
    });
    let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
    let report = merge::merge(parts).map_err(Failure::input)?;
    if let Some(folder) = &args.output {
        migrate::write_report(&report, folder).map_err(|e| Failure::file(folder, &e))?;
    }
    if args.json {
        output::json(&report)?;
    } else {
        output::text(&migrate::summary(&report));
    }
    Ok(Outcome::clean_if(report.is_clean()))
}
