//! One batch of launches through the official compiler, in one process.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::library::Configuration;
use crate::toolchain::{Missing, ProcessError, Toolchain, run_bounded};

/// The script and its parts, written to a temporary folder to be run.
const SCRIPTS: [(&str, &str); 3] = [
    ("oracle.py", include_str!("oracle.py")),
    ("constraints.py", include_str!("constraints.py")),
    ("sources.py", include_str!("sources.py")),
];

/// The official compiler for one source root, bytecode version and architecture.
#[derive(Debug)]
pub struct Oracle {
    python: PathBuf,
    root: PathBuf,
    version: String,
    gpu: String,
    /// How often each is compiled, for timing; the fastest counts.
    pub repeat: u32,
}

/// What the official compiler said of one launch.
#[derive(Debug, Clone)]
pub enum Answer {
    Compiled {
        bytecode: Vec<u8>,
        seconds: f64,
    },
    /// The compiler, or the import of the file before it, refused.
    Rejected(OracleRejection),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OracleRejection {
    #[serde(rename = "type")]
    pub kind: String,
    pub message: String,
    #[serde(default)]
    pub file: Option<String>,
    #[serde(default)]
    pub line: Option<u32>,
    #[serde(default)]
    pub column: Option<u32>,
}

impl fmt::Display for OracleRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            write!(f, "{file}:{line}:{}: ", self.column.unwrap_or(1))?;
        }
        write!(f, "{}: {}", self.kind, self.message)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("the official compiler ended without an answer: {0}")]
    NoAnswer(String),
}

#[derive(Deserialize)]
struct Line {
    row: usize,
    id: Option<String>,
    seconds: Option<f64>,
    error: Option<OracleRejection>,
}

impl Oracle {
    pub fn new(
        toolchain: &Toolchain,
        root: &Path,
        version: &str,
        gpu: &str,
    ) -> Result<Self, Missing> {
        Ok(Self {
            python: toolchain.need_python()?.to_owned(),
            root: root.to_owned(),
            version: version.to_owned(),
            gpu: gpu.to_owned(),
            repeat: 1,
        })
    }

    /// One answer for each launch, in order.
    pub fn compile(&self, launches: &[&Configuration]) -> Result<Vec<Answer>, OracleError> {
        let work = tempfile::tempdir().map_err(|source| OracleError::Io {
            path: std::env::temp_dir(),
            source,
        })?;
        let write = |name: &str, text: &str| {
            let path = work.path().join(name);
            fs::write(&path, text)
                .map(|()| path.clone())
                .map_err(|source| OracleError::Io { path, source })
        };
        for (name, text) in SCRIPTS {
            write(name, text)?;
        }
        let records: Vec<String> = launches
            .iter()
            .map(|launch| launch.to_launch().to_json())
            .collect();
        let rows = write("launches.jsonl", &records.join("\n"))?;
        let out = work.path().join("out");
        let mut command = Command::new(&self.python);
        command
            .arg(work.path().join("oracle.py"))
            .arg(&self.root)
            .arg("--out")
            .arg(&out)
            .arg("--launches")
            .arg(rows);
        command.args(["--bytecode-version", &self.version, "--gpu", &self.gpu]);
        command
            .args(["--repeat", &self.repeat.to_string()])
            .env("PYTHONDONTWRITEBYTECODE", "1");
        // 34 ms a specialisation was measured; a second each and two minutes of imports is far above it.
        let limit = Duration::from_secs(120 + launches.len() as u64 * u64::from(self.repeat));
        let finished = run_bounded(&mut command, limit)?;
        let text = String::from_utf8_lossy(&finished.stdout);
        let mut answers: Vec<Option<Answer>> = vec![None; launches.len()];
        for line in text.lines() {
            let Ok(line) = serde_json::from_str::<Line>(line) else {
                continue;
            };
            if let Some(slot) = answers.get_mut(line.row) {
                *slot = Some(answer(&out, line)?);
            }
        }
        answers
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| OracleError::NoAnswer(finished.complaint()))
    }
}

fn answer(out: &Path, line: Line) -> Result<Answer, OracleError> {
    if let Some(error) = line.error {
        return Ok(Answer::Rejected(error));
    }
    // The name comes from a program that ran foreign code: it may not leave the folder.
    let id = line
        .id
        .filter(|id| !id.contains(['/', '\\']))
        .ok_or_else(|| OracleError::NoAnswer("no identifier".to_owned()))?;
    let path = out.join(format!("{id}.tileirbc"));
    let bytecode = fs::read(&path).map_err(|source| OracleError::Io { path, source })?;
    Ok(Answer::Compiled {
        bytecode,
        seconds: line.seconds.unwrap_or_default(),
    })
}
