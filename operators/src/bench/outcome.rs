//! A line of results: what was measured for a pair, and everything needed to judge it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::check::Correctness;
use super::device::{DeviceFacts, KernelFacts};
use super::statistics::{Ratio, Times};
use crate::problem::Problem;

/// The form of a line that this version writes and reads.
pub const SCHEMA: &str = "tileport-bench-result/1";

/// The result of one pair.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    pub schema: String,
    /// The pair's identifier in the plan, and the fingerprint of its entry there.
    pub id: String,
    pub fingerprint: String,
    pub operator: String,
    pub kernel: String,
    /// The configuration's identifier.
    pub configuration: String,
    /// Both sides have the same machine code.
    pub same_code: bool,
    /// Why nothing was measured; the fields below are empty then.
    pub error: Option<String>,
    pub correct: Correctness,
    pub python: SideOutcome,
    pub rust: SideOutcome,
    pub mode: Mode,
    /// Python's device time over Rust's: above 1, Rust is faster.
    pub ratio: Option<Ratio>,
    /// The same figure with Python's kernel on both sides: how far chance alone goes.
    pub control: Option<Ratio>,
    pub flags: Vec<Flag>,
    pub device: DeviceFacts,
    pub clocks: Option<Clocks>,
    pub toolchain: BTreeMap<String, String>,
    /// Version of the runner.
    pub runner: String,
    pub seed: u64,
    /// Input sets that launches took in turn.
    pub input_sets: usize,
    /// The most device memory in use, by anybody.
    pub memory_bytes: u64,
    /// Time that was spent on this pair, in seconds.
    pub seconds: f64,
    /// When it was done, in seconds since 1970.
    pub at: u64,
}

/// One side of a pair.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SideOutcome {
    /// Device time of a launch, in microseconds.
    pub time: Times,
    #[serde(flatten)]
    pub kernel: KernelFacts,
}

/// How launches were timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Not at all.
    #[default]
    None,
    /// Two events around each launch, the L2 cache flushed before.
    Event,
    /// Many launches in a row as a graph, the cache left alone.
    Graph,
}

/// What a reader has to know about a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Too short to be timed even as a graph: no ratio is given.
    TooShort,
    /// Faster than the device's memory can deliver the inputs: they were not all read, or not from memory.
    FasterThanMemory,
    /// Memory allowed one input set only: timed launches saw the same input every time.
    OneInputSet,
    /// The control is further from 1 than the ratio: nothing can be concluded.
    NoisyControl,
}

/// What `nvidia-smi` said during the measurement.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    pub sm_mhz: f64,
    pub memory_mhz: f64,
    pub temperature_c: f64,
    pub power_w: f64,
}

impl Clocks {
    /// Reads a line of `sm, memory, temperature, power`.
    pub fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split(',').map(|word| word.trim().parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Self {
            sm_mhz: next()?,
            memory_mhz: next()?,
            temperature_c: next()?,
            power_w: next()?,
        })
    }
}

/// Reads result lines. A last line that was cut off, by a killed run, is left out.
///
/// # Errors
/// A file that cannot be read, or another line that is no result.
pub fn read(file: &Path) -> Result<Vec<Outcome>, Problem> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Problem::of_file(file, format!("cannot be read: {error}")))?;
    parse(&text, file)
}

/// Reads the text of a results file; `file` is the name that problems mention.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str, file: &Path) -> Result<Vec<Outcome>, Problem> {
    let whole = text
        .rfind('\n')
        .map_or("", |end| text.get(..end).unwrap_or(""));
    let mut outcomes = Vec::new();
    for (index, line) in whole.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let problem = |column: usize, message: String| Problem {
            line: index + 1,
            column,
            ..Problem::of_file(file, message)
        };
        let outcome: Outcome = serde_json::from_str(line)
            .map_err(|error| problem(error.column(), error.to_string()))?;
        if outcome.schema != SCHEMA {
            let found = format!(
                "a result of another form: {:?}, not {SCHEMA:?}",
                outcome.schema
            );
            return Err(problem(1, found));
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str) -> String {
        let outcome = Outcome {
            schema: SCHEMA.to_owned(),
            id: id.to_owned(),
            ..Outcome::default()
        };
        serde_json::to_string(&outcome).unwrap()
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let text = format!("{}\n{}\n{{\"schema\": \"tile", line("a"), line("b"));
        let ids: Vec<_> = parse(&text, Path::new("r"))
            .unwrap()
            .into_iter()
            .map(|outcome| outcome.id)
            .collect();
        assert_eq!(ids, ["a", "b"]);
        assert!(parse("", Path::new("r")).unwrap().is_empty());
    }

    #[test]
    fn a_bad_line_inside_is_a_problem() {
        let text = format!("{}\nnonsense\n{}\n", line("a"), line("b"));
        let problem = parse(&text, Path::new("r")).unwrap_err();
        assert_eq!((problem.line, problem.column), (2, 2));
        let problem = parse("{\"schema\":\"x/1\"}\n", Path::new("r")).unwrap_err();
        assert!(problem.message.contains("another form"));
    }

    #[test]
    fn clocks_read_as_they_are_printed() {
        let clocks = Clocks::parse("1980, 3201, 41, 250.5").unwrap();
        assert_eq!((clocks.sm_mhz, clocks.power_w), (1980.0, 250.5));
        assert_eq!(Clocks::parse("[N/A], 1, 2, 3"), None);
        assert_eq!(Clocks::parse(""), None);
    }
}
