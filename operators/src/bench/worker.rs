//! The process that touches the device. It takes pairs from the plan and says on standard output what it does, a
//! JSON message a line; the supervising process writes results and starts another when this one is taken down.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::check::Verdict;
use super::cuda::Cuda;
use super::device::{Device, DeviceError};
use super::outcome::{Clocks, Outcome, SCHEMA};
use super::pair::{Settings, run as run_pair};
use super::plan::{Plan, PlannedPair};

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// It starts on a pair.
    Started(String),
    /// It is through with a pair.
    Done(Box<Outcome>),
    /// It can do nothing: no driver, no device.
    Absent(String),
}

/// What a worker is to do.
#[derive(Debug, Clone)]
pub struct Task {
    pub bundle: PathBuf,
    pub device: usize,
    /// Pairs, by number in the plan, in this order.
    pub pairs: Vec<usize>,
    pub settings: Settings,
}

/// Works through a task, and leaves early, without a word, when the device is lost.
///
/// # Errors
/// Those of the plan and of writing to `out`.
pub fn run(task: &Task, out: &mut impl Write) -> Result<(), String> {
    let plan = Plan::read(&task.bundle).map_err(|problem| problem.to_string())?;
    let mut say = |message: &Message| {
        let line = serde_json::to_string(message).map_err(|error| error.to_string())?;
        writeln!(out, "{line}")
            .and_then(|()| out.flush())
            .map_err(|error| error.to_string())
    };
    let mut device = match Cuda::open(task.device) {
        Ok(device) => device,
        Err(error) => return say(&Message::Absent(error.to_string())),
    };
    for pair in task
        .pairs
        .iter()
        .filter_map(|&number| plan.pairs.get(number))
    {
        say(&Message::Started(pair.id.clone()))?;
        let (outcome, lost) = outcome(&mut device, &plan, pair, task);
        say(&Message::Done(Box::new(outcome)))?;
        if lost {
            return Ok(());
        }
    }
    Ok(())
}

/// The outcome of a pair with its provenance, and whether the device is lost.
fn outcome(device: &mut Cuda, plan: &Plan, pair: &PlannedPair, task: &Task) -> (Outcome, bool) {
    let start = Instant::now();
    let measured = code(&task.bundle, pair, &device.facts().architecture).and_then(|code| {
        let [python, rust] = &code;
        run_pair(device, pair, [python, rust], &task.settings)
    });
    let lost = matches!(measured, Err(DeviceError::Lost { .. }));
    let mut outcome = measured.unwrap_or_else(|error| Outcome {
        error: Some(error.to_string()),
        ..Outcome::default()
    });
    if outcome.error.is_none() && outcome.correct.verdict != Verdict::Wrong {
        outcome.clocks = clocks(task.device);
    }
    outcome.device = device.facts().clone();
    outcome.seconds = start.elapsed().as_secs_f64();
    (identified(outcome, plan, pair), lost)
}

/// Fills in which pair an outcome is of.
pub(super) fn identified(outcome: Outcome, plan: &Plan, pair: &PlannedPair) -> Outcome {
    Outcome {
        schema: SCHEMA.to_owned(),
        id: pair.id.clone(),
        fingerprint: pair.fingerprint(),
        operator: pair.operator.clone(),
        kernel: pair.configuration.kernel.clone(),
        configuration: pair.configuration.id.clone(),
        toolchain: plan.toolchain.clone(),
        runner: env!("CARGO_PKG_VERSION").to_owned(),
        at: SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or(Duration::ZERO)
            .as_secs(),
        ..outcome
    }
}

/// Both sides' machine code for the device's architecture.
fn code(
    bundle: &Path,
    pair: &PlannedPair,
    architecture: &str,
) -> Result<[Vec<u8>; 2], DeviceError> {
    let failure = |message: String| DeviceError::Call {
        call: "bundle",
        message,
    };
    let code = pair.code.get(architecture).ok_or_else(|| {
        let has: Vec<&str> = pair.code.keys().map(String::as_str).collect();
        failure(format!(
            "no code for {architecture}, only for {}",
            has.join(", ")
        ))
    })?;
    let read = |file: &str| {
        let path = bundle.join(file);
        std::fs::read(&path).map_err(|error| failure(format!("{}: {error}", path.display())))
    };
    Ok([read(&code.python.file)?, read(&code.rust.file)?])
}

/// What the driver's tool says of the device, right after work on it.
fn clocks(device: usize) -> Option<Clocks> {
    let output = Command::new("nvidia-smi")
        .args([
            "--query-gpu=clocks.sm,clocks.mem,temperature.gpu,power.draw",
            "--format=csv,noheader,nounits",
            "-i",
            &device.to_string(),
        ])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    Clocks::parse(String::from_utf8_lossy(&output.stdout).lines().next()?)
}
