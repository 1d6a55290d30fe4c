//! The process that lasts: it starts workers, appends their results to a file, and goes on where an earlier run
//! stopped.
//!
//! A kernel can fault, which ends a worker's use of the device, or hang, which ends nothing by itself. Either way
//! the pair gets a result line that says so, and another worker takes the next pair.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::outcome::{self, Outcome};
use super::plan::Plan;
use super::worker::{Message, identified};

/// What a supervised run is to do.
#[derive(Debug, Clone)]
pub struct Run {
    pub bundle: PathBuf,
    /// Results are appended here.
    pub results: PathBuf,
    /// Only pairs whose identifier or operator contains this text.
    pub only: Option<String>,
    /// The program that is a worker, and its first arguments; the pairs' numbers follow, joined by commas.
    pub worker: Vec<String>,
    /// No worker is started, and a working one is ended, after this time.
    pub budget: Duration,
    /// The longest that a worker may say nothing.
    pub patience: Duration,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Pairs that have a result, those of earlier runs included.
    pub done: usize,
    /// Of these, pairs without a measurement.
    pub failed: usize,
    /// Pairs that the budget left no time for.
    pub left: usize,
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The bundle or the results are wrong.
    #[error("{0}")]
    Input(String),
    /// No driver or no device.
    #[error("{0}")]
    Absent(String),
}

/// Works through a bundle's plan.
///
/// # Errors
/// See [`RunError`]. A fault of a pair is no error of the run.
pub fn run(
    run: &Run,
    progress: &mut dyn FnMut(&Outcome, usize, usize),
) -> Result<Summary, RunError> {
    let plan = Plan::read(&run.bundle).map_err(|problem| RunError::Input(problem.to_string()))?;
    let mut results = Results::open(&run.results)?;
    let wanted: Vec<usize> = (0..plan.pairs.len())
        .filter(|&number| {
            plan.pairs.get(number).is_some_and(|pair| {
                run.only
                    .as_ref()
                    .is_none_or(|text| pair.id.contains(text) || pair.operator.contains(text))
            })
        })
        .collect();
    let end = Instant::now() + run.budget;
    let mut waiting: Vec<usize> = wanted
        .iter()
        .copied()
        .filter(|&number| !results.has(&plan, number))
        .collect();
    while !waiting.is_empty() && Instant::now() < end {
        let mut shift = Shift::start(run, &waiting)?;
        shift.follow(run, &plan, end, |outcome| {
            results.append(&outcome)?;
            waiting.retain(|&number| {
                plan.pairs
                    .get(number)
                    .is_none_or(|pair| pair.id != outcome.id)
            });
            progress(&outcome, wanted.len() - waiting.len(), wanted.len());
            Ok(())
        })?;
    }
    let ids: BTreeSet<&str> = wanted
        .iter()
        .filter_map(|&number| plan.pairs.get(number))
        .map(|pair| pair.id.as_str())
        .collect();
    Ok(Summary {
        done: wanted.len() - waiting.len(),
        failed: results.failed(&ids),
        left: waiting.len(),
    })
}

/// The results file: what is in it, and the open end.
struct Results {
    file: File,
    path: PathBuf,
    outcomes: Vec<Outcome>,
}

impl Results {
    fn open(path: &Path) -> Result<Self, RunError> {
        let failure =
            |error: std::io::Error| RunError::Input(format!("{}: {error}", path.display()));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failure(error)),
        };
        let outcomes =
            outcome::parse(&text, path).map_err(|problem| RunError::Input(problem.to_string()))?;
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failure)?;
        // A line that a killed run cut off would run into the next one.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failure)?;
        Ok(Self {
            file,
            path: path.to_path_buf(),
            outcomes,
        })
    }

    /// Whether the pair has a result from the same code and launch.
    fn has(&self, plan: &Plan, number: usize) -> bool {
        plan.pairs.get(number).is_none_or(|pair| {
            let fingerprint = pair.fingerprint();
            self.outcomes
                .iter()
                .any(|outcome| outcome.id == pair.id && outcome.fingerprint == fingerprint)
        })
    }

    fn append(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        let failure = |error: String| RunError::Input(format!("{}: {error}", self.path.display()));
        let line = serde_json::to_string(outcome).map_err(|error| failure(error.to_string()))?;
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.file.flush())
            .map_err(|error| failure(error.to_string()))?;
        self.outcomes.push(outcome.clone());
        Ok(())
    }

    fn failed(&self, ids: &BTreeSet<&str>) -> usize {
        let failed: BTreeSet<&str> = self
            .outcomes
            .iter()
            .filter(|outcome| outcome.error.is_some() && ids.contains(outcome.id.as_str()))
            .map(|outcome| outcome.id.as_str())
            .collect();
        failed.len()
    }
}

/// One worker from start to end.
struct Shift {
    worker: Child,
    messages: Receiver<Message>,
    /// The pair it is working on.
    current: Option<String>,
    /// Pairs it got through.
    done: usize,
}

impl Shift {
    fn start(run: &Run, pairs: &[usize]) -> Result<Self, RunError> {
        let (program, first) = run
            .worker
            .split_first()
            .ok_or_else(|| RunError::Input("no worker program is given".to_owned()))?;
        let numbers: Vec<String> = pairs.iter().map(ToString::to_string).collect();
        let mut worker = Command::new(program)
            .args(first)
            .arg(numbers.join(","))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| RunError::Input(format!("cannot start {program}: {error}")))?;
        let (send, messages) = channel();
        if let Some(output) = worker.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(output).lines().map_while(Result::ok);
                for message in lines.filter_map(|line| serde_json::from_str(&line).ok()) {
                    if send.send(message).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self {
            worker,
            messages,
            current: None,
            done: 0,
        })
    }

    /// Takes the worker's messages until it ends, is lost, hangs, or the time is up.
    fn follow(
        &mut self,
        run: &Run,
        plan: &Plan,
        end: Instant,
        mut take: impl FnMut(Outcome) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let ended = loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(run.patience.min(left)) {
                Ok(Message::Started(id)) => self.current = Some(id),
                Ok(Message::Done(outcome)) => {
                    self.current = None;
                    self.done += 1;
                    take(*outcome)?;
                }
                Ok(Message::Absent(reason)) => return Err(RunError::Absent(reason)),
                Err(RecvTimeoutError::Disconnected) => break self.how_it_ended(),
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.worker.kill();
                    let _ = self.worker.wait();
                    // Time being up is no fault of the pair.
                    if Instant::now() >= end {
                        return Ok(());
                    }
                    break format!("nothing happened for {} s: ended", run.patience.as_secs());
                }
            }
        };
        match self.current.take() {
            Some(id) => {
                let Some(pair) = plan.pairs.iter().find(|pair| pair.id == id) else {
                    return Err(RunError::Input(format!(
                        "the worker works on {id}, which is not planned"
                    )));
                };
                let outcome = Outcome {
                    error: Some(ended),
                    ..Outcome::default()
                };
                take(identified(outcome, plan, pair))
            }
            // A worker that does nothing would be started for ever.
            None if self.done == 0 => {
                Err(RunError::Input(format!("the worker did nothing: {ended}")))
            }
            None => Ok(()),
        }
    }

    fn how_it_ended(&mut self) -> String {
        match self.worker.wait() {
            Ok(status) => format!("the worker ended: {status}"),
            Err(error) => format!("the worker is gone: {error}"),
        }
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        let _ = self.worker.kill();
        let _ = self.worker.wait();
    }
}

#[cfg(test)]
mod tests;
