//! Kernels that use one thing each, against the official compiler's bytecode for the same
//! launches: the lowered module has to be identical.
//!
//! `conformance/kernels/*.py` are the kernels, `conformance/launches.jsonl` their launches, and
//! `conformance/official/<version>/<id>.tileirbc` what cuda-tile 1.7.0 made of them.
//! `conformance/README.md` says how to make them again.

use std::path::{Path, PathBuf};
use tileport_ir::{bytecode, compare, print};
use tileport_python::lower::{BytecodeVersion, Options};
use tileport_python::specialise::{Hints, LaunchArg};
use tileport_python::{Package, Signature, lower};

#[derive(serde::Deserialize)]
struct Launch {
    file: String,
    kernel: String,
    args: Vec<LaunchArg>,
    id: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

fn launches() -> Vec<Launch> {
    let text = std::fs::read_to_string(folder().join("launches.jsonl")).expect("launches");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a launch"))
        .collect()
}

/// What differs between our module and the official one, if anything.
fn difference(
    package: &Package,
    launch: &Launch,
    version: BytecodeVersion,
    name: &str,
) -> Option<String> {
    let kernel = match package.kernel(&launch.file, &launch.kernel) {
        Ok(kernel) => kernel,
        Err(e) => return Some(e.to_string()),
    };
    let signature =
        match Signature::from_launch(&launch.args, &kernel.annotations(), Hints::default()) {
            Ok(signature) => signature,
            Err(e) => return Some(e.message().to_string()),
        };
    let options = Options {
        version,
        arch: Some("sm_90".into()),
        ..Options::default()
    };
    let ours = match lower(package, &launch.file, &launch.kernel, &signature, &options) {
        Ok(lowered) => lowered.module,
        Err(e) => return Some(e.to_string()),
    };
    let path = folder()
        .join("official")
        .join(name)
        .join(format!("{}.tileirbc", launch.id));
    let bytes = std::fs::read(&path).expect("official bytecode");
    let theirs = bytecode::read(&bytes)
        .expect("official bytecode is readable")
        .module;
    let comparison = compare::identical(&ours, &theirs).expect("both are structured");
    comparison.mismatches.first().map(|m| {
        format!(
            "{m}\n--- ours\n{}\n--- official\n{}",
            print::print(&ours),
            print::print(&theirs)
        )
    })
}

fn check(version: BytecodeVersion, name: &str) {
    let package = Package::open(folder().join("kernels"));
    let launches = launches();
    assert!(launches.len() > 50, "the launches are there");
    let different: Vec<String> = launches
        .iter()
        .filter_map(|launch| {
            let what = difference(&package, launch, version, name)?;
            Some(format!("{} {}: {what}", launch.kernel, launch.id))
        })
        .collect();
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}

#[test]
fn identical_at_13_3() {
    check(BytecodeVersion::V13_3, "13.3");
}

#[test]
fn identical_at_13_4() {
    check(BytecodeVersion::V13_4, "13.4");
}
