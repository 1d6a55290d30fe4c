//! `tileport bench`: pairs timed on a GPU, in three steps that may happen on three machines.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use tileport_operators::bench::bundle::{RUNNER, runner_beside_this_program};
use tileport_operators::bench::outcome::{self, Outcome as PairOutcome};
use tileport_operators::bench::report::{Report, report};
use tileport_operators::bench::supervise::{self, RunError};

use super::launches::LaunchOptions;
use super::outcome::{Failure, Outcome};
use super::output;
use crate::migrate::pairs;
use crate::report::Table;
use crate::timing;
use crate::toolchain::{Arch, Assembler, Missing, Toolchain};

#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    /// Put a migration's pairs, assembled, with launches and a runner into one folder.
    Bundle(BundleArgs),
    /// Time a bundle's pairs on this machine's GPU; goes on where an earlier run stopped.
    Run(RunArgs),
    /// Sum up results.
    Report(ReportArgs),
}

#[derive(Debug, clap::Args)]
struct BundleArgs {
    /// Folder that `tileport migrate` wrote.
    migration: PathBuf,
    /// Source root of the library that was migrated.
    root: PathBuf,
    /// Folder for the bundle.
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    #[command(flatten)]
    launches: LaunchOptions,
    /// Architectures to assemble for.
    #[arg(long, value_delimiter = ',', default_values_t = [Arch::SM_90])]
    arch: Vec<Arch>,
    /// The runner to put in; the one built beside this program without it.
    #[arg(long, value_name = "FILE")]
    runner: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct RunArgs {
    /// Folder that `tileport bench bundle` wrote.
    bundle: PathBuf,
    /// Results are appended here, a line a pair; results.jsonl in the bundle without it.
    #[arg(long, value_name = "FILE.jsonl")]
    results: Option<PathBuf>,
    /// Only pairs whose identifier or operator contains this text.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Number of the GPU.
    #[arg(long, default_value_t = 0)]
    device: usize,
    /// Seconds after which the rest is left to a later run.
    #[arg(long, value_name = "SECONDS", default_value_t = u64::from(u32::MAX), hide_default_value = true)]
    budget: u64,
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct ReportArgs {
    /// Files of results.
    #[arg(required = true, value_name = "RESULTS.jsonl")]
    results: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
}

pub fn run(args: &BenchArgs) -> Result<Outcome, Failure> {
    match &args.step {
        Step::Bundle(args) => bundle(args),
        Step::Run(args) => time(args),
        Step::Report(args) => sum_up(args),
    }
}

fn bundle(args: &BundleArgs) -> Result<Outcome, Failure> {
    let runner = match &args.runner {
        Some(runner) => runner.clone(),
        None => runner_beside_this_program()
            .map_err(|how| Failure::Missing(Missing::new("the bundle's runner", how)))?,
    };
    let stored = pairs::read_all(&args.migration).map_err(Failure::input)?;
    let library = args.launches.library(&args.root)?;
    let cache = pairs::cubin_cache(&args.migration);
    let assembler = Assembler::new(&Toolchain::find(), cache)?;
    let bundled = timing::bundle(
        &library,
        &stored,
        &assembler,
        &args.arch,
        &runner,
        &args.output,
    )
    .map_err(Failure::input)?;
    if args.json {
        output::json(&bundled)?;
    } else {
        for left in &bundled.left_out {
            output::note(format_args!("{}: left out: {}", left.id, left.reason));
        }
        output::text(&format!(
            "{} pairs in {}, {} of them with the same machine code on both sides; time them with {}/{RUNNER}\n",
            bundled.pairs,
            bundled.bundle.display(),
            bundled.same_code,
            bundled.bundle.display()
        ));
    }
    Ok(Outcome::clean_if(bundled.left_out.is_empty()))
}

#[derive(Debug, Serialize)]
struct RunDocument {
    schema: &'static str,
    results: PathBuf,
    done: usize,
    failed: usize,
    left: usize,
}

fn time(args: &RunArgs) -> Result<Outcome, Failure> {
    let runner = args.bundle.join(RUNNER);
    let worker = vec![
        runner.display().to_string(),
        args.bundle.display().to_string(),
        "--device".to_owned(),
        args.device.to_string(),
        "--worker".to_owned(),
    ];
    let results = args
        .results
        .clone()
        .unwrap_or_else(|| args.bundle.join("results.jsonl"));
    let run = supervise::Run {
        bundle: args.bundle.clone(),
        results: results.clone(),
        only: args.only.clone(),
        worker,
        budget: Duration::from_secs(args.budget),
        patience: Duration::from_secs(180),
    };
    let mut progress = |pair: &PairOutcome, done: usize, all: usize| {
        output::note(format_args!("{done}/{all} {}", line(pair)));
    };
    let summary = supervise::run(&run, &mut progress).map_err(|error| match error {
        RunError::Input(reason) => Failure::input(reason),
        RunError::Absent(reason) => Failure::Missing(Missing::new("a GPU", reason)),
    })?;
    let document = RunDocument {
        schema: "tileport.bench.run/1",
        results,
        done: summary.done,
        failed: summary.failed,
        left: summary.left,
    };
    if args.json {
        output::json(&document)?;
    } else {
        output::text(&format!(
            "{} pairs done, {} without a measurement, {} left; results in {}\n",
            document.done,
            document.failed,
            document.left,
            document.results.display()
        ));
    }
    Ok(Outcome::clean_if(document.failed + document.left == 0))
}

/// What a pair came to, on one line.
fn line(pair: &PairOutcome) -> String {
    let found = match (&pair.error, &pair.ratio) {
        (Some(error), _) => error.clone(),
        (None, Some(ratio)) => format!(
            "{:.1} us, ratio {:.3}",
            pair.python.time.median, ratio.value
        ),
        (None, None) => format!("{:?}, no ratio", pair.correct.verdict),
    };
    format!("{}: {found}", pair.id)
}

fn sum_up(args: &ReportArgs) -> Result<Outcome, Failure> {
    let mut outcomes = Vec::new();
    for file in &args.results {
        outcomes.extend(read(file)?);
    }
    let report = report(&outcomes);
    if args.json {
        output::json(&report)?;
    } else {
        output::text(&text(&report));
    }
    Ok(Outcome::clean_if(report.wrong + report.failed == 0))
}

fn read(file: &Path) -> Result<Vec<PairOutcome>, Failure> {
    outcome::read(file).map_err(Failure::input)
}

fn text(report: &Report) -> String {
    let mut table = Table::new(&["operator", "#pairs", "#ratio", "95 % interval", "#wrong"]);
    for one in &report.by_operator {
        table.row([
            one.operator.clone(),
            one.pairs.to_string(),
            format!("{:.3}", one.geomean),
            format!("{:.3} to {:.3}", one.interval[0], one.interval[1]),
            one.wrong.to_string(),
        ]);
    }
    format!(
        "{}\n{}, driver {}: {} pairs timed, {} wrong, {} right but not to the bit, {} too short, {} failed\n\
         Python's time over Rust's, geometric mean: {:.4} ({:.4} to {:.4}); A/A control {:.4}, half within {:.2} %\n",
        table.plain(),
        report.device,
        report.driver,
        report.pairs,
        report.wrong,
        report.inexact,
        report.too_short,
        report.failed,
        report.geomean,
        report.interval[0],
        report.interval[1],
        report.control.geomean,
        report.control.spread * 100.0
    )
}
