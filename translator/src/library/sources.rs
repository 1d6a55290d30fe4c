//! Where launches come from: a launch record, manifests, or the manifests found under a root.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tileport_python::specialise::LaunchArg;

/// One launch of a kernel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Path below the source root.
    pub file: String,
    pub kernel: String,
    pub grid: [u64; 3],
    pub args: Vec<LaunchArg>,
    #[serde(default)]
    pub opts: String,
}

impl Launch {
    /// The launch as a line of a launch record.
    pub fn to_record(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Where the user said that launches are.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A launch record, a JSON object a line.
    Record(PathBuf),
    /// One manifest.
    Manifest(PathBuf),
    /// Every `operator.toml` below the root.
    Root,
}

#[derive(Debug, thiserror::Error)]
pub enum LaunchesError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}:{line}:{column}: {message}")]
    Record {
        path: PathBuf,
        line: usize,
        column: usize,
        message: String,
    },
    #[error(
        "{0}: no operator.toml below it; give --launches FILE.jsonl, which `tileport record` writes"
    )]
    Nothing(PathBuf),
}

/// Reads the launches of `root` from where `origin` says.
pub fn find_launches(root: &Path, origin: &Origin) -> Result<Vec<Launch>, LaunchesError> {
    match origin {
        Origin::Record(path) => record(path),
        Origin::Manifest(_) | Origin::Root => Err(LaunchesError::Nothing(root.to_owned())),
    }
}

fn record(path: &Path) -> Result<Vec<Launch>, LaunchesError> {
    let text = std::fs::read_to_string(path).map_err(|source| LaunchesError::Io {
        path: path.to_owned(),
        source,
    })?;
    let mut launches = Vec::new();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let launch = serde_json::from_str(line).map_err(|e| LaunchesError::Record {
            path: path.to_owned(),
            line: number + 1,
            column: e.column(),
            message: e.to_string(),
        })?;
        launches.push(launch);
    }
    Ok(launches)
}
