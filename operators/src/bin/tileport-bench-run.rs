//! The runner of a bench bundle: needs a driver and nothing else.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use tileport_operators::bench::outcome::Outcome;
use tileport_operators::bench::pair::Settings;
use tileport_operators::bench::supervise::{Run, RunError, run};
use tileport_operators::bench::worker::{self, Task};

const USAGE: &str = "\
usage: tileport-bench-run [BUNDLE] [options]

Times the pairs of a bundle on this machine's GPU; the bundle is the runner's own folder unless one is given.
Results are appended, a JSON line a pair; pairs that have one already are left out.

  --results FILE    where results go (BUNDLE/results.jsonl)
  --only TEXT       pairs whose identifier or operator contains TEXT
  --device N        number of the GPU (0)
  --seed N          seed of the inputs
  --budget SECONDS  stop after this time (unlimited); a later run goes on
  --patience SECONDS  end a pair that says nothing for this long (180)";

/// What the command line asks for.
struct Options {
    bundle: PathBuf,
    results: Option<PathBuf>,
    only: Option<String>,
    device: usize,
    settings: Settings,
    budget: Duration,
    patience: Duration,
    /// This process is a worker, for these pairs.
    pairs: Option<Vec<usize>>,
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match options.pairs.clone() {
        Some(pairs) => work(&options, pairs),
        None => supervise(&options),
    }
}

impl Options {
    fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut options = Self {
            bundle: own_folder(),
            results: None,
            only: None,
            device: 0,
            settings: Settings::default(),
            budget: Duration::from_secs(u64::from(u32::MAX)),
            patience: Duration::from_secs(180),
            pairs: None,
        };
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--help" | "-h" => return Ok(None),
                "--results" => options.results = Some(value()?.into()),
                "--only" => options.only = Some(value()?),
                "--device" => options.device = number(&word, &value()?)?,
                "--seed" => options.settings.seed = number(&word, &value()?)?,
                "--budget" => options.budget = Duration::from_secs(number(&word, &value()?)?),
                "--patience" => options.patience = Duration::from_secs(number(&word, &value()?)?),
                "--worker" => {
                    let pairs = value()?;
                    let numbers = pairs.split(',').map(|text| number(&word, text));
                    options.pairs = Some(numbers.collect::<Result<_, _>>()?);
                }
                option if option.starts_with('-') => {
                    return Err(format!("unknown option {option}"));
                }
                folder => options.bundle = folder.into(),
            }
        }
        Ok(Some(options))
    }
}

fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{option} needs a number, not {text:?}"))
}

fn own_folder() -> PathBuf {
    std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.to_path_buf()))
        .unwrap_or_default()
}

fn work(options: &Options, pairs: Vec<usize>) -> ExitCode {
    let task = Task {
        bundle: options.bundle.clone(),
        device: options.device,
        pairs,
        settings: options.settings,
    };
    match worker::run(&task, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn supervise(options: &Options) -> ExitCode {
    let Ok(program) = std::env::current_exe() else {
        eprintln!("error: this program cannot find itself to start workers");
        return ExitCode::from(2);
    };
    let worker = [
        program.display().to_string(),
        options.bundle.display().to_string(),
        "--device".to_owned(),
        options.device.to_string(),
        "--seed".to_owned(),
        options.settings.seed.to_string(),
        "--worker".to_owned(),
    ];
    let results = options
        .results
        .clone()
        .unwrap_or_else(|| options.bundle.join("results.jsonl"));
    let task = Run {
        bundle: options.bundle.clone(),
        results: results.clone(),
        only: options.only.clone(),
        worker: worker.into(),
        budget: options.budget,
        patience: options.patience,
    };
    match run(&task, &mut progress) {
        Ok(summary) => {
            println!(
                "{} pairs done, {} without a measurement, {} left; results in {}",
                summary.done,
                summary.failed,
                summary.left,
                results.display()
            );
            ExitCode::from(u8::from(summary.failed + summary.left > 0))
        }
        Err(RunError::Absent(reason)) => {
            eprintln!("error: {reason}");
            ExitCode::from(3)
        }
        Err(RunError::Input(reason)) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// A line a pair: what it came to.
fn progress(outcome: &Outcome, done: usize, all: usize) {
    let found = match (&outcome.error, &outcome.ratio) {
        (Some(error), _) => error.clone(),
        (None, Some(ratio)) => format!(
            "{:?}, {:.1} us, ratio {:.3} [{:.3}, {:.3}]",
            outcome.correct.verdict, outcome.python.time.median, ratio.value, ratio.low, ratio.high
        ),
        (None, None) => format!("{:?}, no ratio", outcome.correct.verdict),
    };
    eprintln!("{done}/{all} {}: {found}", outcome.id);
}
