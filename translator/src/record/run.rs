//! Running the program, and making one record of what its processes wrote.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use serde::{Deserialize, Serialize};
use tileport_operators::launch::{self, Launch};

use crate::toolchain::Arch;

/// What Python imports, by name; written to a folder of their own.
const SCRIPTS: [(&str, &str); 2] = [
    ("sitecustomize.py", include_str!("sitecustomize.py")),
    ("tileport_recorder.py", include_str!("tileport_recorder.py")),
];

/// How to record.
#[derive(Debug, Clone)]
pub struct Options {
    /// Root of the library: records name files below it.
    pub root: PathBuf,
    /// Whether launches go on to the device; otherwise they are recorded only.
    pub launch: bool,
    /// What the program is told the device is, where there is no driver to ask.
    pub arch: Arch,
    /// Whether the program's standard output goes to standard error, to leave ours alone.
    pub quiet: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("no program to run: write it after --, as in `tileport record -- python test.py`")]
    NoProgram,
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{program} could not be started: {source}")]
    Start { program: String, source: io::Error },
    #[error(
        "{0} started no Python that could be watched: Python ignores PYTHONPATH with -I, -E or -S"
    )]
    NotWatched(String),
    #[error("a process of the program wrote no record: {0}")]
    Malformed(#[from] tileport_operators::Problem),
}

/// Launches that a record cannot describe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unrecorded {
    pub reason: String,
}

/// What a program launched.
#[derive(Debug)]
pub struct Recorded {
    /// Distinct launches, in order of file, kernel and text.
    pub launches: Vec<Launch>,
    pub unrecorded: Vec<Unrecorded>,
    /// Whether any process loaded the official package.
    pub loaded: bool,
    /// How the program ended.
    pub status: ExitStatus,
}

/// Runs `command` to its end and collects what its processes launched.
///
/// # Errors
/// The program cannot be started, or no Python in it could be watched.
pub fn record(command: &[OsString], options: &Options) -> Result<Recorded, RecordError> {
    let (program, arguments) = command.split_first().ok_or(RecordError::NoProgram)?;
    let shown = program.to_string_lossy().into_owned();
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| RecordError::Io { path, source }
    };
    let folder = tempfile::tempdir().map_err(io(&std::env::temp_dir()))?;
    let (scripts, lines) = (folder.path().join("scripts"), folder.path().join("lines"));
    for made in [&scripts, &lines] {
        fs::create_dir(made).map_err(io(made))?;
    }
    for (name, text) in SCRIPTS {
        let path = scripts.join(name);
        fs::write(&path, text).map_err(io(&path))?;
    }
    let root = options.root.canonicalize().map_err(io(&options.root))?;
    let mut child = Command::new(program);
    child
        .args(arguments)
        .env("PYTHONPATH", python_path(&scripts))
        .env("TILEPORT_RECORD_FOLDER", &lines)
        .env("TILEPORT_RECORD_ROOT", root)
        .env(
            "TILEPORT_RECORD_LAUNCH",
            if options.launch { "1" } else { "0" },
        )
        .env("TILEPORT_RECORD_CAPABILITY", capability(options.arch));
    if options.quiet {
        child.stdout(Stdio::from(io::stderr()));
    }
    let status = child.status().map_err(|source| RecordError::Start {
        program: shown.clone(),
        source,
    })?;
    if !lines.join("started").exists() {
        return Err(RecordError::NotWatched(shown));
    }
    let (launches, unrecorded) = collect(&lines)?;
    Ok(Recorded {
        launches,
        unrecorded,
        loaded: lines.join("loaded").exists(),
        status,
    })
}

/// Our folder, before those that the caller has.
fn python_path(scripts: &Path) -> OsString {
    let theirs = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let theirs = std::env::split_paths(&theirs).filter(|p| !p.as_os_str().is_empty());
    let all = std::iter::once(scripts.to_owned()).chain(theirs);
    // Only a path with a separator in it cannot be joined, and then ours is what matters.
    std::env::join_paths(all).unwrap_or_else(|_| scripts.as_os_str().to_owned())
}

/// `sm_90` as `9.0`.
fn capability(arch: Arch) -> String {
    let text = arch.to_string();
    let digits = text.trim_start_matches("sm_");
    let (major, minor) = digits.split_at(digits.len().saturating_sub(1));
    format!("{major}.{minor}")
}

/// A line of a process that is no launch record.
#[derive(Deserialize)]
struct Problem {
    problem: String,
}

/// Every process's lines: distinct launches and distinct reasons, sorted, so that the record does
/// not depend on which process came first.
fn collect(lines: &Path) -> Result<(Vec<Launch>, Vec<Unrecorded>), RecordError> {
    let io = |source| RecordError::Io {
        path: lines.to_owned(),
        source,
    };
    let mut launches: BTreeMap<(String, String, String), Launch> = BTreeMap::new();
    let mut reasons: Vec<String> = Vec::new();
    for entry in fs::read_dir(lines).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.extension().is_none_or(|e| e != "jsonl") {
            continue;
        }
        let text = fs::read(&path).map_err(io)?;
        let text = String::from_utf8_lossy(&text);
        let mut records = String::new();
        for line in text.lines() {
            match serde_json::from_str::<Problem>(line) {
                Ok(problem) => reasons.push(problem.problem),
                Err(_) => {
                    records.push_str(line);
                    records.push('\n');
                }
            }
        }
        for launch in launch::read_from(&mut records.as_bytes(), &path)? {
            let plain = Launch {
                tuned: false,
                ..launch.clone()
            };
            let key = (launch.file.clone(), launch.kernel.clone(), plain.to_json());
            let known = launches.entry(key).or_insert_with(|| launch.clone());
            known.tuned &= launch.tuned;
        }
    }
    reasons.sort();
    reasons.dedup();
    let unrecorded = reasons.into_iter().map(|reason| Unrecorded { reason });
    Ok((launches.into_values().collect(), unrecorded.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_have_a_point() {
        assert_eq!(capability(Arch::SM_90), "9.0");
        assert_eq!(capability(Arch::SM_120), "12.0");
    }

    #[test]
    fn processes_make_one_record() {
        let folder = tempfile::tempdir().unwrap();
        let line = |kernel: &str, tuned: &str| {
            format!(
                r#"{{"file":"k.py","kernel":"{kernel}","grid":[1],"args":[],"opts":""{tuned}}}"#
            )
        };
        let tuned = r#","tuned":true"#;
        let first = [
            line("b", tuned),
            line("a", ""),
            r#"{"problem":"odd"}"#.to_owned(),
        ];
        let second = [line("b", ""), line("c", tuned), line("a", "")];
        fs::write(folder.path().join("1.jsonl"), first.join("\n")).unwrap();
        fs::write(folder.path().join("2.jsonl"), second.join("\n")).unwrap();
        fs::write(folder.path().join("started"), "").unwrap();
        let (launches, unrecorded) = collect(folder.path()).unwrap();
        let found: Vec<_> = launches
            .iter()
            .map(|l| (l.kernel.as_str(), l.tuned))
            .collect();
        assert_eq!(found, [("a", false), ("b", false), ("c", true)]);
        assert_eq!(unrecorded.len(), 1);
    }
}
