//! The reports of parts (`--shard`) joined into the report of the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::report::{CargoCheck, Frame, KernelReport, Report, SCHEMA};

#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}:{line}:{column}: not a report of `tileport migrate`: {message}")]
    Json {
        path: PathBuf,
        line: usize,
        column: usize,
        message: String,
    },
    #[error("{path}: the report is of schema {found}, not {SCHEMA}: make it again")]
    Schema { path: PathBuf, found: String },
    #[error("there is nothing to merge: name the folders of the parts")]
    None,
    #[error(
        "{path}: {what} is {found} here and {expected} in the first report: merge parts of one migration"
    )]
    Mixed {
        path: PathBuf,
        what: &'static str,
        found: String,
        expected: String,
    },
    #[error("{file}: {kernel} is in two of the reports: each part once")]
    Twice { file: String, kernel: String },
    #[error("shard {missing} of {count} is missing")]
    Incomplete { missing: usize, count: usize },
}

/// Reads a report: a `report.json`, or the folder that one is in.
///
/// # Errors
/// It cannot be read or is no report.
pub fn read(path: &Path) -> Result<Report, MergeError> {
    let path = match path.is_dir() {
        true => path.join("report.json"),
        false => path.to_owned(),
    };
    let bytes = fs::read(&path).map_err(|source| MergeError::Io {
        path: path.clone(),
        source,
    })?;
    let report: Report = serde_json::from_slice(&bytes).map_err(|e| MergeError::Json {
        path: path.clone(),
        line: e.line(),
        column: e.column(),
        message: e.to_string(),
    })?;
    match report.schema == SCHEMA {
        true => Ok(report),
        false => Err(MergeError::Schema {
            path,
            found: report.schema,
        }),
    }
}

/// Joins the parts of one migration. The result is what the whole would have reported.
///
/// # Errors
/// The parts do not belong together, overlap, or one is missing.
pub fn merge(parts: Vec<(PathBuf, Report)>) -> Result<Report, MergeError> {
    let (_, first) = parts.first().ok_or(MergeError::None)?;
    let frame = Frame {
        tools: first.tools.clone(),
        shard: None,
        bytecode_version: first.bytecode_version.clone(),
        arch: first.arch.clone(),
    };
    for (path, part) in &parts {
        same_frame(path, part, &frame)?;
    }
    complete(&parts)?;
    let worst = |check: fn(&Report) -> CargoCheck| {
        let all = parts.iter().map(|(_, part)| check(part));
        all.max().unwrap_or(CargoCheck::NotRun)
    };
    let (cargo_check, clippy) = (worst(|r| r.cargo_check), worst(|r| r.clippy));
    let mut kernels: BTreeMap<(String, String), KernelReport> = BTreeMap::new();
    for kernel in parts.into_iter().flat_map(|(_, part)| part.by_kernel) {
        let name = (kernel.file.clone(), kernel.kernel.clone());
        if let Some(other) = kernels.insert(name, kernel) {
            return Err(MergeError::Twice {
                file: other.file,
                kernel: other.kernel,
            });
        }
    }
    let mut report = Report::new(kernels.into_values().collect(), frame);
    report.cargo_check = cargo_check;
    report.clippy = clippy;
    Ok(report)
}

fn same_frame(path: &Path, part: &Report, first: &Frame) -> Result<(), MergeError> {
    let tools = |tools: &BTreeMap<String, String>| {
        let all: Vec<String> = tools.iter().map(|(k, v)| format!("{k} {v}")).collect();
        all.join(", ")
    };
    let facts = [
        ("the toolchain", tools(&part.tools), tools(&first.tools)),
        (
            "the bytecode version",
            part.bytecode_version.clone(),
            first.bytecode_version.clone(),
        ),
        ("the architecture", part.arch.clone(), first.arch.clone()),
    ];
    for (what, found, expected) in facts {
        if found != expected {
            return Err(MergeError::Mixed {
                path: path.to_owned(),
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// Whether every shard is there, where the parts are shards.
fn complete(parts: &[(PathBuf, Report)]) -> Result<(), MergeError> {
    let shards: Vec<_> = parts.iter().filter_map(|(_, part)| part.shard).collect();
    let Some(count) = shards.first().map(|s| s.count) else {
        return Ok(());
    };
    for (path, part) in parts {
        let found = part.shard.map_or(1, |s| s.count);
        if found != count {
            return Err(MergeError::Mixed {
                path: path.clone(),
                what: "the number of shards",
                found: found.to_string(),
                expected: count.to_string(),
            });
        }
    }
    let there: BTreeSet<usize> = shards.iter().map(|s| s.index).collect();
    match (1..=count).find(|index| !there.contains(index)) {
        Some(missing) => Err(MergeError::Incomplete { missing, count }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::migrate::report::Outcome;
    use crate::migrate::shard::Shard;

    fn kernel(file: &str, name: &str) -> KernelReport {
        KernelReport {
            kernel: name.into(),
            file: file.into(),
            line: 1,
            outcome: Outcome::Migrated,
            writer: Some("readable".into()),
            notes: Vec::new(),
            module: None,
            refusals: Vec::new(),
            seconds: None,
            specialisations: Vec::new(),
        }
    }

    fn part(shard: Option<Shard>, kernels: Vec<KernelReport>) -> (PathBuf, Report) {
        let frame = Frame {
            tools: BTreeMap::new(),
            shard,
            bytecode_version: "13.3".into(),
            arch: "sm_90".into(),
        };
        ("part".into(), Report::new(kernels, frame))
    }

    fn shard(index: usize) -> Option<Shard> {
        Some(Shard { index, count: 2 })
    }

    #[test]
    fn parts_make_the_whole_in_any_order() {
        let (a, b, c) = (
            kernel("a.py", "z"),
            kernel("b.py", "a"),
            kernel("b.py", "b"),
        );
        let whole = part(None, vec![a.clone(), b.clone(), c.clone()]).1;
        let merged = merge(vec![part(shard(2), vec![b]), part(shard(1), vec![a, c])]);
        assert_eq!(merged.unwrap(), whole);
    }

    #[test]
    fn a_check_that_failed_in_one_part_failed() {
        let mut parts = vec![part(shard(1), Vec::new()), part(shard(2), Vec::new())];
        parts[0].1.cargo_check = CargoCheck::Passed;
        assert_eq!(
            merge(parts.clone()).unwrap().cargo_check,
            CargoCheck::NotRun
        );
        parts[1].1.cargo_check = CargoCheck::Failed;
        assert_eq!(
            merge(parts.clone()).unwrap().cargo_check,
            CargoCheck::Failed
        );
        parts[1].1.cargo_check = CargoCheck::Passed;
        assert_eq!(merge(parts).unwrap().cargo_check, CargoCheck::Passed);
    }

    #[test]
    fn what_does_not_belong_together_is_said() {
        let again = || part(None, vec![kernel("a.py", "k")]);
        let mut other = part(shard(2), Vec::new());
        other.1.arch = "sm_100".into();
        let faults = [
            (Vec::new(), "nothing to merge"),
            (vec![again(), again()], "a.py: k is in two of the reports"),
            (vec![part(shard(2), Vec::new())], "shard 1 of 2 is missing"),
            (
                vec![part(shard(1), Vec::new()), other],
                "part: the architecture is sm_100 here and sm_90",
            ),
            (
                vec![part(shard(1), Vec::new()), part(None, Vec::new())],
                "the number of shards is 1 here and 2",
            ),
        ];
        for (parts, expected) in faults {
            let error = merge(parts).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
