//! The front end against the official compiler on kernels of our own, one family of functions a
//! file: `conformance/kernels`, launched as `conformance/launches.jsonl` says, with the official
//! compiler's bytecode in `conformance/official/<version>` (`conformance/make.py` makes both).

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tileport_python::diagnostic::Kind;
use tileport_python::lower::BytecodeVersion;
use tileport_python::specialise::{Hints, LaunchArg, Signature};
use tileport_python::{Diagnostics, Options, Package, lower};

#[derive(Deserialize)]
struct Launch {
    file: String,
    kernel: String,
    args: Vec<LaunchArg>,
    id: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

fn lowered(
    package: &Package,
    launch: &Launch,
    minor: u8,
) -> Result<cutile_ir::Module, Diagnostics> {
    let kernel = package.kernel(&launch.file, &launch.kernel)?;
    let signature =
        Signature::from_launch(&launch.args, &kernel.annotations(), Hints::default()).unwrap();
    let options = Options {
        version: BytecodeVersion {
            minor,
            ..BytecodeVersion::V13_3
        },
        arch: Some("sm_100".to_owned()),
        ..Options::default()
    };
    lower(package, &launch.file, &launch.kernel, &signature, &options).map(|l| l.module)
}

/// What is wrong with a launch, if anything.
fn fault(package: &Package, launch: &Launch, minor: u8, rejected: bool) -> Option<String> {
    let ours = lowered(package, launch, minor);
    if rejected {
        return match ours {
            Ok(_) => Some("accepted what the official compiler refuses".to_owned()),
            Err(e) if e.0.iter().any(|d| d.kind == Kind::Unsupported) => Some(e.to_string()),
            Err(_) => None,
        };
    }
    let ours = match ours {
        Ok(module) => module,
        Err(e) => return Some(e.to_string()),
    };
    let path = format!("official/13.{minor}/{}.tileirbc", launch.id);
    let bytes = fs::read(folder().join(&path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let theirs = tileport_ir::bytecode::read(&bytes).unwrap().module;
    let compared = tileport_ir::compare::identical(&ours, &theirs).unwrap();
    compared
        .mismatches
        .first()
        .map(|first| format!("{first:?}"))
}

fn conform(minor: u8, is_covered: fn(&str) -> bool) {
    let rejected = fs::read_to_string(folder().join(format!("official/13.{minor}/rejected.txt")));
    let rejected = rejected.unwrap();
    let rejected: BTreeSet<&str> = rejected.lines().collect();
    let launches = fs::read_to_string(folder().join("launches.jsonl")).unwrap();
    let package = Package::open(folder().join("kernels"));
    let (mut faults, mut checked) = (Vec::new(), 0);
    for line in launches.lines() {
        let launch: Launch = serde_json::from_str(line).unwrap();
        if !is_covered(&launch.id) {
            continue;
        }
        checked += 1;
        if let Some(fault) = fault(
            &package,
            &launch,
            minor,
            rejected.contains(launch.id.as_str()),
        ) {
            faults.push(format!("{}: {fault}", launch.id));
        }
    }
    assert!(
        faults.is_empty() && checked > 0,
        "{} of {checked} launches at 13.{minor}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Files whose kernels take other forms in the oldest versions.
fn has_old_forms(id: &str) -> bool {
    ["access", "printing", "unary", "matmul", "hints"]
        .iter()
        .any(|file| id.split('.').next() == Some(file))
}

#[test]
fn identical_at_13_4() {
    conform(4, |_| true);
}

#[test]
fn identical_at_13_3() {
    conform(3, |_| true);
}

#[test]
fn identical_at_13_2() {
    conform(2, has_old_forms);
}

#[test]
fn identical_at_13_1() {
    conform(1, has_old_forms);
}
